// The client and system state of domain §10.3, wherever each part is kept.
import { expect, test } from 'vitest'
import { fishingConfig, fishingPlayerInfo, systemConfig, teamInfo } from '../api/shared.ts'
import { signedInStore, testStore } from '../testing/render.tsx'
import { call, server } from '../testing/server.ts'
import { world } from '../testing/world.ts'
import { infosLoaded } from './client.ts'
import {
  selectConfig,
  selectFirstBuy,
  selectPlayerInfo,
  selectPlayOptions,
  selectTeamInfo,
  selectUserInfo,
} from './selectors.ts'

test('before any answer nothing is known', () => {
  const state = testStore().store.getState()
  expect([
    selectUserInfo(state),
    selectPlayerInfo(state),
    selectTeamInfo(state),
    selectConfig(state),
  ]).toEqual([null, null, null, null])
  expect([selectFirstBuy(state), selectPlayOptions(state)]).toEqual([false, []])
  expect(state.client).toEqual({ token: null, assets: null, infosLoaded: false, lost: null })
})

test('every part of the state can be read after its answer', async () => {
  const paths = ['fishing/player_info', 'team/info', 'system/config', 'fishing/config']
  server.use(...paths.map((path) => call(path, () => ({ data: world[path] }))))
  const { store } = signedInStore()
  await Promise.all([
    store.dispatch(fishingPlayerInfo.initiate()),
    store.dispatch(teamInfo.initiate()),
    store.dispatch(systemConfig.initiate()),
    store.dispatch(fishingConfig.initiate()),
  ])
  store.dispatch(infosLoaded())
  const state = store.getState()
  expect(state.client).toMatchObject({ token: 'a'.repeat(64), infosLoaded: true })
  expect(state.client.assets).toEqual(selectPlayerInfo(state)?.asset)
  expect(selectUserInfo(state)?.nickname).toBe('Mara')
  expect(selectFirstBuy(state)).toBe(true)
  expect(selectTeamInfo(state)?.invite_link).toContain('t.me')
  expect(selectConfig(state)?.languages).toHaveLength(2)
  expect(selectPlayOptions(state)).toContain(100)
  expect(state.system).toMatchObject({ scode: '', windowWidth: innerWidth, routerParametersLoaded: false })
  expect(state.system.selectedCountry).toBeNull()
})
