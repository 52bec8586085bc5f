// A messenger for a plain browser, in development builds only: it answers what a real client answers and keeps
// the launch data, which a development server has truly signed. It skips no check of the server.
import { emitEvent, mockTelegramEnv } from '@tma.js/sdk-react'
import { launchInAddress } from './launch.ts'

const kept = 'mock launch'

/** Whether a real messenger is round the page. After a reload launch data alone proves nothing. */
function insideMessenger(): boolean {
  const proxy = (window as { TelegramWebviewProxy?: unknown }).TelegramWebviewProxy
  const notify = (window.external as { notify?: unknown } | undefined)?.notify
  return proxy !== undefined || notify !== undefined || window.parent !== window
}

/** Stands in for the messenger when there is none; needs launch data in the address or from before. */
export function mockMessenger(): void {
  if (insideMessenger()) return
  const fromAddress = launchInAddress() ? new URLSearchParams(location.hash.replace(/^#(\/[^?]*\?)?/, '')) : null
  const raw = fromAddress?.get('tgWebAppData') ?? sessionStorage.getItem(kept)
  if (!raw) return
  sessionStorage.setItem(kept, raw)
  document.documentElement.dataset.messenger = 'mock'
  mockTelegramEnv({
    resetPostMessage: true,
    launchParams: {
      tgWebAppData: raw,
      tgWebAppVersion: '9.0',
      tgWebAppPlatform: 'web',
      tgWebAppThemeParams: theme(),
      ...startParam(raw),
    },
    onEvent: (event) => answer(event.name, event.params),
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => emitEvent('theme_changed', { theme_params: theme() }))
}

function startParam(raw: string): { tgWebAppStartParam?: string } {
  const value = new URLSearchParams(raw).get('start_param')
  return value ? { tgWebAppStartParam: value } : {}
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
