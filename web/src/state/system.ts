// System state (domain §10.3): what is known about the device and the way in. The configuration is in the cache; see
// selectors.ts.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { LanguageCode } from '../i18n/languages.ts'

/** Device and the way in. */
export type SystemState = {
  /** Referral code from the messenger's start parameter; empty when there was none. */
  scode: string
  windowWidth: number
  /** Country chosen in a form, ISO 3166-1 alpha-2. */
  selectedCountry: string | null
  routerParametersLoaded: boolean
  locale: LanguageCode
  online: boolean
  /** The server announces by itself what has changed. */
  live: boolean
}

const initialState: SystemState = {
  scode: '',
  windowWidth: typeof window === 'undefined' ? 0 : window.innerWidth,
  selectedCountry: null,
  routerParametersLoaded: false,
  locale: 'en',
  online: typeof navigator === 'undefined' ? true : navigator.onLine,
  live: false,
}

const system = createSlice({
  name: 'system',
  initialState,
  reducers: {
    scodeSeen: (state, { payload }: PayloadAction<string>) => {
      state.scode = payload
    },
    windowResized: (state, { payload }: PayloadAction<number>) => {
      state.windowWidth = payload
    },
    countrySelected: (state, { payload }: PayloadAction<string | null>) => {
      state.selectedCountry = payload
    },
    routerParametersLoaded: (state) => {
      state.routerParametersLoaded = true
    },
    /** The language now in force; the storage listener saves it when it was asked for. */
    localeSet: (state, { payload }: PayloadAction<LanguageCode>) => {
      state.locale = payload
    },
    onlineSet: (state, { payload }: PayloadAction<boolean>) => {
      state.online = payload
    },
    liveSet: (state, { payload }: PayloadAction<boolean>) => {
      state.live = payload
    },
  },
})

export const {
  scodeSeen,
  windowResized,
  countrySelected,
  routerParametersLoaded,
  localeSet,
  onlineSet,
  liveSet,
} = system.actions
export const systemReducer = system.reducer
