// Small values that a page keeps for next time, one JSON object a page (domain §10.3).
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** What JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
/** Values by page, then by key. */
export type PagesState = Record<string, Record<string, Json>>

/** Pages that keep something; storage under any other name is not ours. */
export const pageNames = ['fishing', 'home', 'senses', 'wallet', 'withdraw'] as const
/** A page that keeps something. */
export type PageName = (typeof pageNames)[number]

const initialState: PagesState = {}

const pages = createSlice({
  name: 'pages',
  initialState,
  reducers: {
    /** Keeps one value of a page. */
    pageValueSet: (state, { payload }: PayloadAction<{ page: PageName; key: string; value: Json }>) => {
      state[payload.page] = { ...state[payload.page], [payload.key]: payload.value }
    },
  },
})

export const { pageValueSet } = pages.actions
export const pagesReducer = pages.reducer
