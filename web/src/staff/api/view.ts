// The moment at which the whole console looks at the books: now, or a place in the past that the address names.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** A place in the log and its time, as every answer of the books carries it. */
export type At = { positions: Record<string, number>; time_ms: number }

/** Why a wish is no moment: it cannot be read, or it has not come. Then nothing is shown in its place. */
export type NoMoment = 'unreadable' | 'future'

/** `asOf` is the wish, a position or a time in RFC 3339; `at` is what the last answer was true for. */
export type ViewState = { asOf: string | null; at: At | null; problem: NoMoment | null }

const now: ViewState = { asOf: null, at: null, problem: null }

const view = createSlice({
  name: 'view',
  initialState: now,
  reducers: {
    viewMoved: (state, { payload }: PayloadAction<string | null>) => {
      if (state.asOf === payload) return
      Object.assign(state, { asOf: payload, at: null, problem: payload === null ? null : problemOf(payload) })
    },
    /** The server knows the head of the log: it refused the moment. */
    momentRefused: (state, { payload }: PayloadAction<{ asOf: string; problem: NoMoment }>) => {
      if (state.asOf === payload.asOf) state.problem = payload.problem
    },
    shownAt: (state, { payload }: PayloadAction<At>) => {
      state.at = payload
    },
  },
})

export const { viewMoved, momentRefused, shownAt } = view.actions
export const viewReducer = view.reducer

/** The part of the store that knows the moment. */
export type WithView = { view: ViewState }

/** Whether a text names a moment: a whole number, or a time with its offset. */
export function isMoment(text: string): boolean {
  return (
    /^\d{1,15}$/.test(text) ||
    (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) &&
      !Number.isNaN(Date.parse(text)))
  )
}

/** What is wrong about a wish, as far as this machine knows: its clock, not the head of the log. */
function problemOf(text: string): NoMoment | null {
  if (!isMoment(text)) return 'unreadable'
  return !/^\d+$/.test(text) && Date.parse(text) > Date.now() ? 'future' : null
}

/** The last millisecond of a UTC day written like 2026-01-31. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999Z`
}
