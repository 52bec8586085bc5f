// Every unit test starts clean and may reach nothing that it did not answer itself.
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { clearToasts } from '../ui/toast.tsx'
import { server } from './server.ts'

// Parts that load when they are needed take their time on a busy machine.
configure({ asyncUtilTimeout: 5_000 })

// jsdom has the dialog element but not its methods. The real ones are tested in a real browser.
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close() {
  this.open = false
}

// Nothing is laid out in jsdom, so that nothing scrolls.
Element.prototype.scrollIntoView ??= () => undefined

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  cleanup()
  clearToasts()
  server.resetHandlers()
  sessionStorage.clear()
  localStorage.clear()
})
afterAll(() => server.close())
