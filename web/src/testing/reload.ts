// A page that does not reload, which the page of the tests cannot.
import { vi } from 'vitest'

/** How often the page was loaded anew, until `vi.unstubAllGlobals`. The address meanwhile is the one of now. */
export function countReloads() {
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', Object.assign({}, location, { reload }))
  return reload
}
