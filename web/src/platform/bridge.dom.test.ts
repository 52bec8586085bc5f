// The three ways out, the ways in, and what the messenger's parts need.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

type Sent = [event: string, data: unknown][]
const native = window as unknown as Record<string, unknown>

/** New modules: a bridge is connected once in the life of a page. */
async function newModules() {
  vi.resetModules()
  return { bridge: await import('./bridge.ts'), messenger: await import('./messenger.ts') }
}

/** A page inside a client that offers the modern way out. */
async function insideClient(version: string, theme: unknown = null) {
  const sent: Sent = []
  native['TelegramWebviewProxy'] = {
    postEvent: (event: string, data: string) => sent.push([event, JSON.parse(data)]),
  }
  const { bridge, messenger } = await newModules()
  messenger.startMessenger({ initData: '', startParam: '', version, theme })
  return { sent, bridge, messenger, names: () => sent.map(([event]) => event) }
}

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })))
afterEach(() => {
  delete native['TelegramWebviewProxy']
  delete native['Telegram']
  vi.unstubAllGlobals()
})

describe('the bridge', () => {
  test('without a messenger nothing is connected and sending is harmless', async () => {
    const { bridge } = await newModules()
    expect(bridge.connect()).toBe(false)
    bridge.post('web_app_ready')
    expect(bridge.connected()).toBe(false)
  })

  test('old clients receive through their own object', async () => {
    const notify = vi.fn()
    vi.stubGlobal('external', { notify })
    const { bridge } = await newModules()
    expect(bridge.connect()).toBe(true)
    bridge.post('web_app_expand', { a: 1 })
    expect(JSON.parse(String(notify.mock.calls[0]?.[0]))).toEqual({
      eventType: 'web_app_expand',
      eventData: { a: 1 },
    })
  })

  test('in a frame only the messenger\u2019s page receives messages, and only the parent is trusted', async () => {
    const postMessage = vi.fn()
    const parent = { postMessage }
    vi.stubGlobal('parent', parent)
    const { bridge } = await newModules()
    bridge.connect()
    bridge.post('web_app_ready')
    expect(postMessage).toHaveBeenCalledWith(
      '{"eventType":"web_app_ready","eventData":{}}',
      'https://web.telegram.org',
    )
    const listener = vi.fn()
    bridge.on('theme_changed', listener)
    const text = JSON.stringify({ eventType: 'theme_changed', eventData: { theme_params: {} } })
    const message = (source: unknown, data: unknown) => {
      const event = new MessageEvent('message', { data })
      Object.defineProperty(event, 'source', { value: source })
      window.dispatchEvent(event)
    }
    message({}, text)
    for (const rubbish of ['{', '1', 'null', '{"eventType":1}', { eventType: 'theme_changed' }])
      message(parent, rubbish)
    expect(listener).not.toHaveBeenCalled()
    message(parent, text)
    expect(listener).toHaveBeenCalledOnce()
  })

  test('apps receive through the objects that clients look for', async () => {
    const { bridge } = await insideClient('8.0')
    const listener = vi.fn()
    const stop = bridge.on('back_button_pressed', listener)
    const webView = (
      native['Telegram'] as { WebView: { receiveEvent: (event: string, data: unknown) => void } }
    ).WebView
    webView.receiveEvent('back_button_pressed', undefined)
    stop()
    webView.receiveEvent('back_button_pressed', undefined)
    expect(listener).toHaveBeenCalledOnce()
  })
})

describe('the messenger\u2019s parts', () => {
  test('an old client is asked for nothing that it does not know', async () => {
    const { messenger, names } = await insideClient('6.0')
    messenger.haptic('success')
    messenger.allowClosingSwipe(false)
    messenger.showBackButton(() => undefined)()
    messenger.followTheme()
    expect(names()).toEqual([
      'iframe_ready',
      'web_app_request_theme',
      'web_app_request_viewport',
      'web_app_expand',
    ])
    expect(messenger.drawsBackButton()).toBe(false)
  })

  test('the back button is shown, pressed and taken away', async () => {
    const { messenger, bridge, sent } = await insideClient('8.0')
    const pressed = vi.fn()
    const hide = messenger.showBackButton(pressed)
    bridge.receive('back_button_pressed', {})
    hide()
    bridge.receive('back_button_pressed', {})
    expect(pressed).toHaveBeenCalledOnce()
    expect(sent.filter(([event]) => event === 'web_app_setup_back_button').map(([, data]) => data)).toEqual([
      { is_visible: true },
      { is_visible: false },
    ])
  })

  test('the theme is the client\u2019s, at start and when it changes; insets become properties', async () => {
    const { messenger, bridge } = await insideClient('8.0', { bg_color: '#17212b' })
    messenger.followTheme()
    expect(document.documentElement.dataset['theme']).toBe('dark')
    bridge.receive('theme_changed', { theme_params: { bg_color: '#ffffff' } })
    expect(document.documentElement.dataset['theme']).toBe('light')
    bridge.receive('theme_changed', { theme_params: { bg_color: 'red' } })
    expect(document.documentElement.dataset['theme']).toBe('light')
    bridge.receive('content_safe_area_changed', { top: 46, bottom: 0, left: 0, right: 0 })
    expect(document.documentElement.style.getPropertyValue('--tg-viewport-content-safe-area-inset-top')).toBe(
      '46px',
    )
  })

  test('a popup says whether its action was chosen', async () => {
    const { messenger, bridge, sent } = await insideClient('8.0')
    const chosen = messenger.confirm('T', 'm'.repeat(300), 'Reload')
    const popup = sent.at(-1)?.[1] as { message: string; buttons: { text: string }[] }
    expect(popup.message).toHaveLength(256)
    bridge.receive('popup_closed', { button_id: 'ok' })
    await expect(chosen).resolves.toBe(true)
    const closed = messenger.confirm('T', 'm', 'Reload')
    bridge.receive('popup_closed', {})
    await expect(closed).resolves.toBe(false)
  })
})
