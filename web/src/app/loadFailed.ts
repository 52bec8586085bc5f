// A file of the start did not come: texts and parts of the screens may be missing, so the words stand here, in both
// languages, and are drawn without them. A file that was asked for in vain may not be asked for again by the browser:
// the page is loaded anew, by the player or as soon as the connection is back.
import { reloadIfThere } from '../platform/reload.ts'

/** English, Chinese. */
const words = ['Could not load', '加载失败'] as const
const again = ['Retry', '重试'] as const

/** Says so in the page, unless a screen stands there already and goes on without the file. */
export function showLoadFailed(fault: unknown): void {
  console.error('The start failed', fault)
  const root = document.getElementById('root')
  if (root === null || root.hasChildNodes()) return
  const text = document.createElement('p')
  text.append(...inBoth(words))
  const button = document.createElement('button')
  button.type = 'button'
  button.append(...inBoth(again))
  button.addEventListener('click', () => void tryAgain(button))
  const notice = document.createElement('div')
  // In the middle, over the splash; the colours are those of `tokens.css`, which the page has itself.
  notice.style.cssText =
    'position:fixed;inset:0;margin:auto;width:fit-content;height:fit-content;padding:24px;border-radius:16px;' +
    'text-align:center;font:17px/1.4 system-ui,sans-serif;background:var(--surface,#fff);color:var(--text,#08293a)'
  button.style.cssText =
    'min-height:48px;margin-top:12px;padding:0 24px;border:0;border-radius:12px;font:inherit;' +
    'background:var(--accent,#0a6f75);color:var(--on-accent,#fff)'
  // Words that come into a part which is there already are read out.
  notice.setAttribute('role', 'alert')
  root.append(notice)
  notice.append(text, button)
  const back = () => {
    if (notice.isConnected) void tryAgain(button)
    else removeEventListener('online', back)
  }
  addEventListener('online', back)
}

function inBoth([english, chinese]: readonly [string, string]): (string | Node)[] {
  const part = document.createElement('span')
  part.lang = 'zh'
  part.textContent = chinese
  return [`${english} / `, part]
}

/** A connection alone is not enough: a network that wants a sign-in first shows a page without a way back. */
async function tryAgain(button: HTMLButtonElement): Promise<void> {
  if (button.disabled) return
  const hadFocus = document.activeElement === button
  button.disabled = true
  if (await reloadIfThere()) return
  button.disabled = false
  if (hadFocus) button.focus()
}
