// System state (SPEC 3): what is known about the device, the product's configuration and the way in.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { answered } from '../api/baseQuery.ts'
import type { FishingConfigData, SystemConfigData } from '../api/endpoints.gen.ts'
import type { LanguageCode } from '../i18n/languages.ts'

/** Device, configuration and the way in. */
export type SystemState = {
  /** Referral code from the messenger's start parameter; empty when there was none. */
  scode: string
  windowWidth: number
  config: SystemConfigData | null
  playOptions: number[]
  /** Country chosen in a form, ISO 3166-1 alpha-2. */
  selectedCountry: string | null
  routerParametersLoaded: boolean
  locale: LanguageCode
  online: boolean
  /** The server tells by itself what has changed. */
  live: boolean
}

const initialState: SystemState = {
  scode: '',
  windowWidth: typeof window === 'undefined' ? 0 : window.innerWidth,
  config: null,
  playOptions: [],
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
  extraReducers: (build) =>
    build.addCase(answered, (state, { payload: { path, data } }) => {
      if (path === '/api/v1/system/config') state.config = data as SystemConfigData
      if (path === '/api/v1/fishing/config') state.playOptions = (data as FishingConfigData).play_options
    }),
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
