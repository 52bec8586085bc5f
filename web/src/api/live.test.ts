import { afterEach, expect, test, vi } from 'vitest'
import { serverTimeSeen } from './clock.ts'
import { listen } from './live.ts'

afterEach(() => {
  vi.restoreAllMocks()
  serverTimeSeen(Date.now())
})

test('the stream is asked for with the time of the server, whatever the date of the device', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 404 }))
  const serverMs = Date.now() + 3 * 86_400_000
  serverTimeSeen(serverMs)
  const nothing = () => undefined
  const heard = { onOpen: nothing, onHint: nothing, onPosition: nothing }
  await listen({ base: '', token: 't', from: null, signal: new AbortController().signal, ...heard })
  const { ts } = JSON.parse(asked.mock.calls[0]?.[1]?.body as string) as { ts: number }
  expect(Math.abs(ts - serverMs)).toBeLessThan(60_000)
})
