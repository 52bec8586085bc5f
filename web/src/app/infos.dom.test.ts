// The start order of domain §10.4, on the network level.
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { call, server } from '../testing/server.ts'
import { testStore } from '../testing/render.tsx'
import { world } from '../testing/world.ts'
import { selectConfig, selectFirstBuy, selectTeamInfo } from '../state/selectors.ts'
import { loadConfig, loadInfos } from './infos.ts'

beforeEach(() => startTexts('en'))
afterEach(() => void vi.restoreAllMocks())

function answerAll(seen: string[], without: readonly string[] = []): void {
  for (const path of ['login/telegram', 'user/info', 'fishing/player_info', 'team/info'].filter(
    (path) => !without.includes(path),
  )) {
    server.use(call(path, () => (seen.push(path), { data: world[path] })))
  }
}

test('login, then user and player, then team, then the infos are loaded', async () => {
  const seen: string[] = []
  answerAll(seen)
  const { store, wire } = testStore()
  await loadInfos(store, wire, false)
  expect(seen[0]).toBe('login/telegram')
  expect(seen.slice(1, 3).toSorted()).toEqual(['fishing/player_info', 'user/info'])
  expect(seen[3]).toBe('team/info')
  expect(store.getState().client).toMatchObject({ infosLoaded: true, token: 'a'.repeat(64) })
  expect(selectFirstBuy(store.getState())).toBe(true)
  expect(selectTeamInfo(store.getState())?.invite_link).toContain('t.me')
})

test('where the game opens its configuration comes with the player', async () => {
  const seen: string[] = []
  answerAll(seen)
  server.use(call('fishing/config', () => (seen.push('fishing/config'), { data: world['fishing/config'] })))
  const { store, wire } = testStore()
  await loadInfos(store, wire, true)
  expect(seen.slice(1, 4).toSorted()).toEqual(['fishing/config', 'fishing/player_info', 'user/info'])
})

test('another team error is no reason to stop', async () => {
  answerAll([], ['team/info'])
  server.use(call('team/info', () => ({ error: -1, message: 'no' })))
  const { store, wire } = testStore()
  await loadInfos(store, wire, false)
  expect(store.getState().client.infosLoaded).toBe(true)
})

test('without connection the login is tried again until there is an answer', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let tries = 0
  answerAll([], ['login/telegram'])
  server.use(
    http.post('*/api/v1/login/telegram', () =>
      ++tries < 8
        ? HttpResponse.error()
        : HttpResponse.json({ error: 0, message: '', data: world['login/telegram'] }),
    ),
  )
  const pauses: number[] = []
  const { store, wire } = testStore({ pause: async (ms) => void pauses.push(ms) })
  await loadInfos(store, wire, false)
  expect(store.getState().client.infosLoaded).toBe(true)
  expect(pauses).toContain(1_000)
  expect(pauses).toContain(2_000)
})

test('a refused login ends the start with its reason', async () => {
  server.use(call('login/telegram', () => ({ error: -1002 })))
  const { store, wire } = testStore()
  await loadInfos(store, wire, false)
  expect(store.getState().client).toMatchObject({ infosLoaded: false, lost: { code: -1002 } })
})

test('the configuration can be read', async () => {
  server.use(call('system/config', () => ({ data: world['system/config'] })))
  const { store, wire } = testStore()
  await loadConfig(store, wire)
  expect(selectConfig(store.getState())?.languages).toHaveLength(2)
})
