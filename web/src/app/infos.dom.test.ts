// The start order of domain §10.4, on the network level.
import { act, render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { teamInfo } from '../api/shared.ts'
import { call, server } from '../testing/server.ts'
import { testStore } from '../testing/render.tsx'
import { world } from '../testing/world.ts'
import { selectConfig, selectFirstBuy, selectTeamInfo } from '../state/selectors.ts'
import { Toasts } from '../ui/toast.tsx'
import { loadConfig, loadInfos } from './infos.ts'

beforeEach(() => startTexts('en'))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

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

test('a login that is one too many for its address waits as long as the server says, and comes in', async () => {
  const waits = [300, 5_000, 3_600_000]
  let tries = 0
  answerAll([], ['login/telegram'])
  server.use(
    call('login/telegram', () => {
      const retry_after_ms = waits[tries++]
      return retry_after_ms === undefined
        ? { data: world['login/telegram'] }
        : { error: -1005, data: { retry_after_ms } }
    }),
  )
  const pauses: number[] = []
  const { store, wire } = testStore({ pause: async (ms) => void pauses.push(ms) })
  await loadInfos(store, wire, false)
  expect(store.getState().client).toMatchObject({ infosLoaded: true, lost: null })
  expect(pauses).toEqual([1_000, 5_000, 60_000])
})

test('a login that must wait says so once, as soon as the screen stands', async () => {
  let tries = 0
  answerAll([], ['login/telegram'])
  server.use(
    call('login/telegram', () =>
      ++tries < 4
        ? { error: -1005, message: 'Too many', data: { retry_after_ms: 1 } }
        : { data: world['login/telegram'] },
    ),
  )
  let show: () => void = () => undefined
  const stands = new Promise<void>((done) => {
    show = done
  })
  const { store, wire } = testStore()
  render(createElement(Toasts))
  await loadInfos(store, wire, false, () => stands)
  expect(tries).toBe(4)
  expect(screen.queryByRole('alert')).toBeNull()
  await act(async () => show())
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['Too many'])
})

test('calls of screens that find the login throttled fail, ask again when it may be, and lose no session', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let logins = 0
  server.use(call('login/telegram', () => (logins++, { error: -1005, data: { retry_after_ms: 5_000 } })))
  const { store } = testStore()
  const asked = async () => (await store.dispatch(teamInfo.initiate(undefined, { forceRefetch: true }))).error
  expect(await asked()).toMatchObject({ code: -1005 })
  vi.setSystemTime(Date.now() + 4_999)
  expect(await asked()).toMatchObject({ code: -1005 })
  expect(logins).toBe(1)
  vi.setSystemTime(Date.now() + 1)
  expect(await asked()).toMatchObject({ code: -1005 })
  expect(logins).toBe(2)
  expect(store.getState().client.lost).toBeNull()
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

test('the configuration follows where the first answer was one too many; the start does not wait for it', async () => {
  let tries = 0
  server.use(
    call('system/config', () =>
      ++tries === 1 ? { error: -1005, data: { retry_after_ms: 5_000 } } : { data: world['system/config'] },
    ),
  )
  let goOn: () => void = () => undefined
  const pauses: number[] = []
  const { store, wire } = testStore({
    pause: (ms) => {
      pauses.push(ms)
      return new Promise((done) => {
        goOn = done
      })
    },
  })
  await loadConfig(store, wire)
  expect([selectConfig(store.getState()), pauses]).toEqual([null, [5_000]])
  goOn()
  await vi.waitFor(() => expect(selectConfig(store.getState())?.languages).toHaveLength(2))
})
