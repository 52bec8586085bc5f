// Every test with a page starts with a clean one.
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { clearToasts } from '../ui/toast.tsx'

// Parts that load when they are needed take their time on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// jsdom has the dialog element but not its methods. The real ones are tested in a real browser.
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close() {
  this.open = false
}

// Nothing is laid out in jsdom, so that nothing scrolls.
Element.prototype.scrollIntoView ??= () => undefined

afterEach(() => {
  cleanup()
  clearToasts()
  sessionStorage.clear()
  localStorage.clear()
})
