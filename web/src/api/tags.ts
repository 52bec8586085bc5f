// Cache tags. Each feature declares beside its calls what they provide and what they make stale.
import type { tagTypes } from './api.ts'

/** What can be provided and made stale. */
export type Tag = (typeof tagTypes)[number]

/** What has texts in the language of the call. */
export const spokenTags: readonly Tag[] = ['Tasks', 'Vip', 'Shop', 'Packet']

/** What a payment changes beside its order: what there is, and what the money opens. */
export const creditTags: readonly Tag[] = ['Player', 'History', 'Exchange', 'Withdraws', 'Tasks']

/** A read: these make it stale. */
export const provides = (...providesTags: Tag[]) => ({ providesTags })
/** A command: it makes these stale. */
export const invalidates = (...invalidatesTags: Tag[]) => ({ invalidatesTags })
