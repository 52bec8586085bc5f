// Every test outside a browser may reach nothing that it did not answer itself.
import { afterAll, afterEach, beforeAll } from 'vitest'
import { server } from './server.ts'

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())
