// Waits for the calls that are under way.
import { expect, vi } from 'vitest'
import type { Store } from '../state/store.ts'

/** Until every read has its answer. In fake time a call that still waits would be given up after 30 s. */
export async function answered(store: Store): Promise<void> {
  const statuses = () => Object.values(store.getState().api.queries).map((query) => query?.status)
  await vi.waitFor(() => expect(statuses()).not.toContain('pending'))
}
