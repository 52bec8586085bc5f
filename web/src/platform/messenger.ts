// The messenger's own parts behind one module: each function does nothing where the client does
// not offer the part. Nobody else imports the SDK, except launch.ts and the development mock.
import { backButton, hapticFeedback, init, miniApp, openTelegramLink, popup, swipeBehavior, themeParams, viewport } from '@tma.js/sdk-react'

/** Makes the messenger's parts ready. A client that the SDK does not understand leaves the product without them. */
export function startMessenger(): void {
  try {
    init()
  } catch (fault) {
    console.warn('The messenger offers no parts', fault)
    return
  }
  themeParams.mount.ifAvailable()
  miniApp.mount.ifAvailable()
  backButton.mount.ifAvailable()
  swipeBehavior.mount.ifAvailable()
  const mounted = viewport.mount.isAvailable() ? viewport.mount() : null
  mounted?.then(
    () => {
      viewport.bindCssVars.ifAvailable()
      viewport.expand.ifAvailable()
    },
    (fault: unknown) => console.warn('The messenger did not answer about its viewport', fault),
  )
}

/** Tells the messenger that the first screen is painted. */
export function ready(): void {
  miniApp.ready.ifAvailable()
}

/** Follows the messenger's light or dark theme: sets `data-theme`, and our colours as the messenger's frame. */
export function followTheme(): void {
  const apply = () => {
    const dark = themeParams.isMounted() && Object.keys(themeParams.state()).length > 0 ? themeParams.isDark() : prefersDark.matches
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
    paintFrame()
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)')
  prefersDark.addEventListener('change', apply)
  themeParams.state.sub(apply)
  apply()
}

function paintFrame(): void {
  const background = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()
  if (!/^#[0-9a-f]{6}$/i.test(background)) return
  const color = background as `#${string}`
  if (miniApp.setHeaderColor.isAvailable() && miniApp.setHeaderColor.supports('rgb')) miniApp.setHeaderColor(color)
  miniApp.setBgColor.ifAvailable(color)
  miniApp.setBottomBarColor.ifAvailable(color)
}

/** Shows the native back button; gives the way to take it away again. */
export function showBackButton(onClick: () => void): () => void {
  if (!backButton.show.isAvailable()) return () => undefined
  backButton.show()
  const off = backButton.onClick(onClick)
  return () => {
    off()
    backButton.hide()
  }
}

/** Whether the messenger itself draws a back button; the development mock draws nothing. */
export function drawsBackButton(): boolean {
  return backButton.show.isAvailable() && document.documentElement.dataset.messenger !== 'mock'
}

/** A sheet-like screen is dragged down by accident in the game: switches the closing swipe. */
export function allowClosingSwipe(allowed: boolean): void {
  if (allowed) swipeBehavior.enableVertical.ifAvailable()
  else swipeBehavior.disableVertical.ifAvailable()
}

/** A short tap of the phone: `select` on tabs, `light` and `heavy` on catches, the rest on money results. */
export function haptic(kind: 'select' | 'light' | 'heavy' | 'success' | 'warning' | 'error'): void {
  switch (kind) {
    case 'select':
      hapticFeedback.selectionChanged.ifAvailable()
      break
    case 'light':
    case 'heavy':
      hapticFeedback.impactOccurred.ifAvailable(kind)
      break
    case 'success':
    case 'warning':
    case 'error':
      hapticFeedback.notificationOccurred.ifAvailable(kind)
      break
  }
}

/** A native popup with one action; resolves to whether it was chosen. Falls back to the browser's own. */
export async function confirm(title: string, message: string, action: string): Promise<boolean> {
  if (!popup.show.isAvailable()) return window.confirm(`${title}\n\n${message}`)
  const chosen = await popup.show({ title: title.slice(0, 64), message: message.slice(0, 256), buttons: [{ id: 'ok', type: 'default', text: action }] })
  return chosen === 'ok'
}

/** Opens a link of the messenger inside it. */
export function openMessengerLink(link: string): void {
  if (openTelegramLink.isAvailable()) openTelegramLink(link)
  else window.open(link, '_blank', 'noopener')
}
