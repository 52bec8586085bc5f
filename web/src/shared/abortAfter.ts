// The same as `AbortSignal.timeout`, which WebViews of before 2022 do not have.

/** A signal that gives a call up after this time, with the reason that the browser's own would give. */
export function abortAfter(ms: number): AbortSignal {
  const abort = new AbortController()
  setTimeout(() => abort.abort(new DOMException('No answer in time', 'TimeoutError')), ms)
  return abort.signal
}
