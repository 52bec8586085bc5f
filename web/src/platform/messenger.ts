// The messenger's own parts behind one module: each function does nothing where the client does not offer the
// part. Versions are those of the messenger's interface in which a part appeared.
import { connect, connected, on, post, type EventData } from './bridge.ts'
import type { LaunchData } from './launch.ts'

let version = 0
/** Null until the messenger has said what its theme is. */
let darkTheme: boolean | null = null
const themeListeners = new Set<() => void>()

const since = (needed: number) => connected() && version >= needed

/** Makes the messenger's parts ready. */
export function startMessenger(launch: LaunchData): void {
  if (!connected()) connect()
  version = Number.parseFloat(launch.version) || 0
  takeTheme(launch.theme)
  on('theme_changed', ({ theme_params }) => takeTheme(theme_params))
  on('viewport_changed', ({ height, is_state_stable }) =>
    setPixels('viewport-height', is_state_stable === true ? height : undefined),
  )
  on('safe_area_changed', (insets) => setInsets('safe-area-inset', insets))
  on('content_safe_area_changed', (insets) => setInsets('content-safe-area-inset', insets))
  post('iframe_ready')
  post('web_app_request_theme')
  post('web_app_request_viewport')
  if (since(8)) {
    post('web_app_request_safe_area')
    post('web_app_request_content_safe_area')
  }
  post('web_app_expand')
}

/** Reports to the messenger that the first screen is painted. */
export function ready(): void {
  post('web_app_ready')
}

/** Follows the messenger's light or dark theme: sets `data-theme`, and our colours as the messenger's frame. */
export function followTheme(): void {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    document.documentElement.dataset.theme = (darkTheme ?? prefersDark.matches) ? 'dark' : 'light'
    paintFrame()
  }
  prefersDark.addEventListener('change', apply)
  themeListeners.add(apply)
  apply()
}

function paintFrame(): void {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()
  if (!/^#[0-9a-f]{6}$/i.test(color)) return
  if (since(6.9)) post('web_app_set_header_color', { color })
  if (since(6.1)) post('web_app_set_background_color', { color })
  if (since(7.1)) post('web_app_set_bottom_bar_color', { color })
}

function takeTheme(theme: unknown): void {
  const background = (theme as { bg_color?: unknown } | null | undefined)?.bg_color
  if (typeof background !== 'string' || !/^#[0-9a-f]{6}$/i.test(background)) return
  darkTheme = luminance(background) < 0.5
  for (const listener of themeListeners) listener()
}

/** Perceived brightness of "#rrggbb", 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(color.slice(at, at + 2), 16) / 255,
  )
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

function setInsets(name: string, insets: EventData): void {
  for (const side of ['top', 'bottom', 'left', 'right']) setPixels(`viewport-${name}-${side}`, insets[side])
}

function setPixels(name: string, value: unknown): void {
  if (typeof value === 'number') document.documentElement.style.setProperty(`--tg-${name}`, `${value}px`)
}

/** Shows the native back button; gives the way to take it away again. */
export function showBackButton(onClick: () => void): () => void {
  if (!since(6.1)) return () => undefined
  post('web_app_setup_back_button', { is_visible: true })
  const off = on('back_button_pressed', onClick)
  return () => {
    off()
    post('web_app_setup_back_button', { is_visible: false })
  }
}

/** Asks the player to let the bot write; who was asked before is not asked again by the messenger. */
export function requestWriteAccess(): void {
  if (since(6.9)) post('web_app_request_write_access')
}

/** Whether the messenger itself draws what came with an interface version; the development mock draws nothing. */
export function offers(needed: number): boolean {
  return since(needed) && document.documentElement.dataset.messenger !== 'mock'
}

/** Whether the messenger itself draws a back button. */
export function drawsBackButton(): boolean {
  return offers(6.1)
}

/** A screen that is dragged by accident in the game would close: switches the closing swipe. */
export function allowClosingSwipe(allowed: boolean): void {
  if (since(7.7)) post('web_app_setup_swipe_behavior', { allow_vertical_swipe: allowed })
}

/**
 * The messenger asks before it closes while something is under way; gives the way to end that. Not every client holds
 * to it.
 */
export function confirmClosing(needed: boolean): () => void {
  if (!needed || !since(6.2)) return () => undefined
  post('web_app_setup_closing_behavior', { need_confirmation: true })
  return () => post('web_app_setup_closing_behavior', { need_confirmation: false })
}

const haptics: Readonly<Record<'select' | 'light' | 'heavy' | 'success' | 'warning' | 'error', EventData>> = {
  select: { type: 'selection_change' },
  light: { type: 'impact', impact_style: 'light' },
  heavy: { type: 'impact', impact_style: 'heavy' },
  success: { type: 'notification', notification_type: 'success' },
  warning: { type: 'notification', notification_type: 'warning' },
  error: { type: 'notification', notification_type: 'error' },
}

let hapticsOn = true

/** The player's wish. */
export function allowHaptics(allowed: boolean): void {
  hapticsOn = allowed
}

/** A short tap of the phone: `select` on tabs, `light` and `heavy` on catches, the rest on money results. */
export function haptic(kind: keyof typeof haptics): void {
  if (hapticsOn && since(6.1)) post('web_app_trigger_haptic_feedback', haptics[kind])
}

/** A native popup with one action; resolves to whether it was chosen. Falls back to the browser's own. */
export function confirm(title: string, message: string, action: string): Promise<boolean> {
  if (!since(6.2)) return Promise.resolve(window.confirm(`${title}\n\n${message}`))
  return new Promise((resolve) => {
    const off = on('popup_closed', ({ button_id }) => {
      off()
      resolve(button_id === 'ok')
    })
    // The client's own limits; a longer text would be refused as a whole.
    post('web_app_open_popup', {
      title: title.slice(0, 64),
      message: message.slice(0, 256),
      buttons: [{ id: 'ok', type: 'default', text: action }],
    })
  })
}
