// A messenger for a plain browser, in development builds only: it answers what a real client answers. The launch data is a
// development server's, truly signed; no check of the server is skipped.
import { emitEvent, mockTelegramEnv } from '@tma.js/sdk-react'
import type { LaunchData } from './launch.ts'

/** Whether a real messenger is round the page. After a reload launch data alone proves nothing. */
function insideMessenger(): boolean {
  const proxy = (window as { TelegramWebviewProxy?: unknown }).TelegramWebviewProxy
  const notify = (window.external as { notify?: unknown } | undefined)?.notify
  return proxy !== undefined || notify !== undefined || window.parent !== window
}

/** Stands in for the messenger when there is none. */
export function mockMessenger(launch: LaunchData): void {
  if (insideMessenger()) return
  document.documentElement.dataset.messenger = 'mock'
  mockTelegramEnv({
    resetPostMessage: true,
    launchParams: {
      tgWebAppData: withSignature(launch.initData),
      tgWebAppVersion: '9.0',
      tgWebAppPlatform: 'web',
      tgWebAppThemeParams: theme(),
      ...(launch.startParam ? { tgWebAppStartParam: launch.startParam } : {}),
    },
    onEvent: (event) => answer(event.name, event.params),
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => emitEvent('theme_changed', { theme_params: theme() }))
}

/** The SDK insists on a field that only the messenger can fill; the server gets the text as it was signed. */
function withSignature(initData: string): string {
  return initData.includes('signature=') ? initData : `${initData}&signature=development`
}

function theme(): { bg_color: `#${string}`; text_color: `#${string}` } {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  return dark ? { bg_color: '#17212b', text_color: '#f5f5f5' } : { bg_color: '#ffffff', text_color: '#000000' }
}

function answer(name: string, params: unknown): void {
  const still = { left: 0, top: 0, right: 0, bottom: 0 }
  switch (name) {
    case 'web_app_request_theme':
      return emitEvent('theme_changed', { theme_params: theme() })
    case 'web_app_request_viewport':
      return emitEvent('viewport_changed', { height: innerHeight, width: innerWidth, is_expanded: true, is_state_stable: true })
    case 'web_app_request_safe_area':
      return emitEvent('safe_area_changed', still)
    case 'web_app_request_content_safe_area':
      return emitEvent('content_safe_area_changed', still)
    case 'web_app_open_popup': {
      const { title, message, buttons } = params as { title: string; message: string; buttons: { id: string }[] }
      return emitEvent('popup_closed', window.confirm(`${title}\n\n${message}`) ? { button_id: buttons[0]?.id ?? '' } : {})
    }
    default:
  }
}
