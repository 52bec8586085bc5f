// A messenger for a plain browser, in development builds only: it answers what a real client answers. The launch data
// is a development server's, truly signed; no check of the server is skipped.
import { connect, connectTo, receive, type EventData } from './bridge.ts'

/**
 * Stands in for the messenger when there is none. After a reload launch data alone would prove nothing: the bridge
 * decides.
 */
export function mockMessenger(): void {
  if (connect()) return
  document.documentElement.dataset.messenger = 'mock'
  // A real client answers later, never inside the call.
  connectTo((event, data) => queueMicrotask(() => answer(event, data)))
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', sendTheme)
}

function sendTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  receive('theme_changed', { theme_params: { bg_color: dark ? '#17212b' : '#ffffff' } })
}

function answer(event: string, data: EventData): void {
  const still = { left: 0, top: 0, right: 0, bottom: 0 }
  switch (event) {
    case 'web_app_request_theme':
      return sendTheme()
    case 'web_app_request_viewport':
      return receive('viewport_changed', {
        height: innerHeight,
        width: innerWidth,
        is_expanded: true,
        is_state_stable: true,
      })
    case 'web_app_request_safe_area':
      return receive('safe_area_changed', still)
    case 'web_app_request_content_safe_area':
      return receive('content_safe_area_changed', still)
    case 'web_app_open_popup': {
      const { title, message } = data as { title: string; message: string }
      return receive('popup_closed', window.confirm(`${title}\n\n${message}`) ? { button_id: 'ok' } : {})
    }
    default:
  }
}
