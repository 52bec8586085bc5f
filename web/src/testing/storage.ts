// Devices that refuse to keep anything.
import { vi } from 'vitest'

/** Session storage fails as soon as it is named, as in WebViews with strict privacy, until the mocks are restored. */
export function refuseTabStorage(): void {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure', 'SecurityError')
  })
}
