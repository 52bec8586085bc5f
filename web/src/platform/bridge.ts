// The messenger's bridge: events out, events in. Documented by the messenger as its web events; every client has
// one of three ways out and two ways in. Own code, because an SDK would take a ninth of the first screen's budget for
// the dozen events that we use.

/** What an event carries. */
export type EventData = Record<string, unknown>
type Listener = (data: EventData) => void
type Send = (event: string, data: EventData) => void

type NativeWindow = {
  TelegramWebviewProxy?: { postEvent: (event: string, data: string) => void }
  external?: { notify?: (message: string) => void }
  Telegram?: { WebView?: { receiveEvent?: Receive } }
  TelegramGameProxy?: { receiveEvent?: Receive }
  TelegramGameProxy_receiveEvent?: Receive
}
type Receive = (event: string, data: unknown) => void

/** The only page that may frame us and receive our messages. */
const frameOrigin = 'https://web.telegram.org'

const listeners = new Map<string, Set<Listener>>()
let send: Send | null = null

/** Connects to the messenger round the page; false when there is none. */
export function connect(): boolean {
  const native = window as unknown as NativeWindow
  const proxy = native.TelegramWebviewProxy
  const external = native.external
  if (proxy) send = (event, data) => proxy.postEvent(event, JSON.stringify(data))
  else if (external?.notify)
    send = (event, data) => external.notify?.(JSON.stringify({ eventType: event, eventData: data }))
  else if (window.parent !== window)
    send = (event, data) =>
      window.parent.postMessage(JSON.stringify({ eventType: event, eventData: data }), frameOrigin)
  else return false
  listenTo(native)
  return true
}

/** Connects to a messenger that is played by a function; for plain browsers in development and for tests. */
export function connectTo(answer: Send): void {
  send = answer
}

/** Whether events can be sent at all. */
export function connected(): boolean {
  return send !== null
}

/** Sends an event; without a messenger it goes nowhere. */
export function post(event: string, data: EventData = {}): void {
  send?.(event, data)
}

/** Listens to an event until the returned function is called. */
export function on(event: string, listener: Listener): () => void {
  const registered = listeners.get(event) ?? new Set()
  listeners.set(event, registered.add(listener))
  return () => registered.delete(listener)
}

/** An event from the messenger, or from the one who plays it. */
export function receive(event: string, data: unknown): void {
  const fields = typeof data === 'object' && data !== null ? (data as EventData) : {}
  for (const listener of listeners.get(event) ?? []) listener(fields)
}

function listenTo(native: NativeWindow): void {
  native.TelegramGameProxy_receiveEvent = receive
  native.TelegramGameProxy = { ...native.TelegramGameProxy, receiveEvent: receive }
  native.Telegram = { ...native.Telegram, WebView: { ...native.Telegram?.WebView, receiveEvent: receive } }
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || typeof data !== 'string') return
    const message = parseMessage(data)
    if (message) receive(message.eventType, message.eventData)
  })
}

function parseMessage(text: string): { eventType: string; eventData: unknown } | null {
  try {
    const message = JSON.parse(text) as { eventType?: unknown; eventData?: unknown } | null
    return typeof message?.eventType === 'string'
      ? { eventType: message.eventType, eventData: message.eventData }
      : null
  } catch {
    return null
  }
}
