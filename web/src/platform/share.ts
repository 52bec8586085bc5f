// Ways out of the product: the messenger's share widget and links. Where the messenger offers none, the device's
// own share sheet stands in; where there is neither, the caller copies.
import { post } from './bridge.ts'
import { offers } from './messenger.ts'

/** What became of a wish to share. */
export type Shared = 'shared' | 'dismissed' | 'unavailable'

/** Lets the player choose a chat for a link and a line of text. */
export async function share(url: string, text: string): Promise<Shared> {
  if (offers(6.1)) {
    post('web_app_open_tg_link', {
      path_full: `/share/url?url=${encodeURIComponent(url)}&text=${encodeURIComponent(text)}`,
    })
    return 'shared'
  }
  if (typeof navigator.share !== 'function') return 'unavailable'
  try {
    await navigator.share({ url, text })
    return 'shared'
  } catch (fault) {
    return fault instanceof DOMException && fault.name === 'AbortError' ? 'dismissed' : 'unavailable'
  }
}

/**
 * Lets the player share a picture with a line of text and a link; `unavailable` where the device takes no files from a
 * page, as many messengers do not.
 */
export async function sharePicture(picture: File, url: string, text: string): Promise<Shared> {
  const data = { files: [picture], text: `${text} ${url}` }
  if (typeof navigator.canShare !== 'function' || !navigator.canShare(data)) return 'unavailable'
  try {
    await navigator.share(data)
    return 'shared'
  } catch (fault) {
    return fault instanceof DOMException && fault.name === 'AbortError' ? 'dismissed' : 'unavailable'
  }
}

/** Longest line under a story of somebody without a subscription, in characters. */
const storyLineMax = 200

/** Whether the messenger has stories to post. */
export const offersStories = () => offers(7.8)

/**
 * Opens the messenger's own editor for a story with this picture and line. The client fetches the picture by its
 * address and takes no other kind, so it is one of ours and not one that the device has drawn.
 */
export function shareStory(picture: string, url: string, text: string): void {
  const line = text.slice(0, storyLineMax - url.length - 1)
  post('web_app_share_to_story', { media_url: new URL(picture, location.href).href, text: `${line} ${url}` })
}

/** Opens an address outside: chats and channels in the messenger, everything else in its browser. */
export function openLink(address: string): void {
  const url = parsed(address)
  if (url?.protocol !== 'https:') return
  if (!offers(6.1)) window.open(url.href, '_blank', 'noopener')
  else if (url.hostname === 't.me') post('web_app_open_tg_link', { path_full: url.pathname + url.search })
  else post('web_app_open_link', { url: url.href })
}

/** Null for what is no address. */
function parsed(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}
