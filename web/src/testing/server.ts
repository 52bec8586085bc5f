// The network of unit tests: nothing is answered unless a test says so.
import { http, HttpResponse, type HttpHandler } from 'msw'
import { setupServer } from 'msw/node'

/** Answers in this process only. */
export const server = setupServer()

/** An answer of the wire: data, or a refusal. */
export type Reply = { data: unknown } | { error: number; message?: string; data?: unknown }

/** Wraps a reply into the envelope. */
export function envelope(reply: Reply): { error: number; message: string; data: unknown; server_ts: number } {
  return { error: 0, message: '', data: null, server_ts: Date.now(), ...reply }
}

/** Answers one call; the function sees each body. */
export function call(
  path: string,
  reply: (body: Record<string, unknown>) => Reply | Promise<Reply>,
): HttpHandler {
  return http.post(`*/api/v1/${path}`, async ({ request }) => {
    const body = (await request.json()) as Record<string, unknown>
    return HttpResponse.json(envelope(await reply(body)))
  })
}
