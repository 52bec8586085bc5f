// The wire's envelope (domain §10.7), for both apps: error 0 is success, message, data; and what a failed call looks
// like to a feature. Knows nothing of sessions or retries.

/** What every answer is wrapped in. */
export type Envelope = {
  error: number
  message: string
  data: unknown
  server_ts?: number
  position?: number | null
}

/** A refusal by the server with its permanent code, or a call that got no answer. */
export type ApiError =
  { kind: 'server'; code: number; message: string; data: unknown } | { kind: 'network'; timeout: boolean }

/** Codes of domain §3.16 that a program acts on. */
export const codes = {
  fault: -1,
  token: -1000,
  launch: -1001,
  maintenance: -1003,
  region: -1004,
  throttled: -1005,
  field: -1006,
  otherBody: -1007,
  busy: -1008,
  terms: -1010,
} as const

/**
 * Refusals that come before any rule was checked: the server has stored no answer for the request id, so the next try
 * repeats it. Every other refusal is the answer of that id for ever, and the next try needs a new id.
 */
export const unsettledCodes: readonly number[] = [
  codes.fault,
  codes.token,
  codes.maintenance,
  codes.throttled,
  codes.busy,
]

/** Whether a body is an envelope at all; anything else counts as no answer. */
export function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && typeof (body as Partial<Envelope>).error === 'number'
}

/** The refusal's code, or null for anything that is no refusal. */
export function codeOf(error: unknown): number | null {
  return isApiError(error) && error.kind === 'server' ? error.code : null
}

/** The server may ask for more; nobody looks at a screen that waits for longer. */
const throttledMaxMs = 60_000

/** For how long a call that was one too many is not to be sent again; null for any other error. */
export function throttledMs(error: unknown): number | null {
  if (!isApiError(error) || error.kind !== 'server' || error.code !== codes.throttled) return null
  const { retry_after_ms: afterMs } = (error.data ?? {}) as { retry_after_ms?: unknown }
  return Math.min(typeof afterMs === 'number' ? afterMs : 0, throttledMaxMs)
}

/** Narrows what a hook or `unwrap()` gives as its error. */
export function isApiError(error: unknown): error is ApiError {
  const kind = (error as { kind?: unknown } | null | undefined)?.kind
  return kind === 'server' || kind === 'network'
}
