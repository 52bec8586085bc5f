import { afterEach, describe, expect, test, vi } from 'vitest'
import { countReloads } from '../testing/reload.ts'
import { refuseTabStorage } from '../testing/storage.ts'
import { tabStorage } from '../shared/tabStorage.ts'
import {
  forgetLaunch,
  launchUser,
  mayReload,
  openStart,
  parseStartParam,
  reloadPage,
  reloadsMax,
  routeOf,
  takeLaunch,
} from './launch.ts'

const data = 'user=%7B%22id%22%3A1%2C%22first_name%22%3A%22A%22%7D&auth_date=1&start_param=r_K7QM2XWA&hash=0'
const hash = `#tgWebAppData=${encodeURIComponent(data)}&tgWebAppVersion=9.0&tgWebAppPlatform=web`

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  tabStorage.clear()
  history.replaceState(null, '', '/')
})

describe('the launch data', () => {
  test('are taken out of the hash, which becomes a route; the query stays', () => {
    history.replaceState(null, '', `/?locale=zh${hash}`)
    expect(takeLaunch()).toEqual({ initData: data, startParam: 'r_K7QM2XWA', version: '9.0', theme: null })
    expect(location.hash).toBe('#/')
    expect(location.search).toBe('?locale=zh')
  })

  test('survive a reload of the page', () => {
    history.replaceState(null, '', `/${hash}`)
    takeLaunch()
    history.replaceState(null, '', '/#/home/index?locale=zh')
    expect(takeLaunch()?.initData).toBe(data)
    expect(location.hash).toBe('#/home/index?locale=zh')
  })

  test.each([
    ['the same user keeps', () => undefined, data.replace('hash=0', 'hash=1'), 'kept'],
    ['the same user keeps, also after a refusal,', forgetLaunch, data, 'kept'],
    ['another user finds nothing of', () => undefined, data.replace('%3A1%2C', '%3A2%2C'), null],
    [
      'another user finds nothing, also after a refusal, of',
      forgetLaunch,
      data.replace('%3A1%2C', '%3A2%2C'),
      null,
    ],
  ])('%s what the tab kept', (_, between, next, left) => {
    history.replaceState(null, '', `/${hash}`)
    takeLaunch()
    sessionStorage.setItem('whatever is added later', 'kept')
    between()
    history.replaceState(null, '', `/#tgWebAppData=${encodeURIComponent(next)}`)
    expect(takeLaunch()?.initData).toBe(next)
    expect(sessionStorage.getItem('whatever is added later')).toBe(left)
  })

  test('missing, the page reloads at most five times', () => {
    expect(takeLaunch()).toBeNull()
    const tries = Array.from({ length: reloadsMax + 2 }, () => mayReload())
    expect(tries).toEqual([true, true, true, true, true, false, false])
  })

  test('are taken where a device refuses to store them; missing there, the page does not reload for ever', () => {
    refuseTabStorage()
    expect(takeLaunch()).toBeNull()
    expect(mayReload()).toBe(false)
    history.replaceState(null, '', `/${hash}`)
    expect(takeLaunch()?.initData).toBe(data)
    expect(launchUser()).toBe('1')
    openStart(parseStartParam('s_withdraw'))
    expect(location.hash).toBe('#/withdraw/index')
    forgetLaunch()
    expect(takeLaunch()).toBeNull()
  })

  test.each([
    ['', '#/?'],
    ['#/home/index', '#/home/index?'],
    ['#/home/index?locale=zh', '#/home/index?locale=zh&'],
  ])('go through the address where nothing can be stored, when the page at %j reloads', (route, before) => {
    refuseTabStorage()
    history.replaceState(null, '', `/${hash}`)
    takeLaunch()
    history.replaceState(null, '', `/?x=1${route}`)
    const reload = countReloads()
    reloadPage()
    expect(reload).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
    expect(location.hash).toBe(before + hash.slice(1))
    tabStorage.clear()
    expect(takeLaunch()?.initData).toBe(data)
    expect(location.search + location.hash).toBe(`?x=1${route || '#/'}`)
  })

  test('stay out of the address where they are stored, and where the server refused them', () => {
    history.replaceState(null, '', `/${hash}`)
    takeLaunch()
    countReloads()
    reloadPage()
    vi.unstubAllGlobals()
    expect(location.hash).toBe('#/')
    refuseTabStorage()
    tabStorage.set('any', 'value')
    forgetLaunch()
    countReloads()
    reloadPage()
    vi.unstubAllGlobals()
    expect(location.hash).toBe('#/')
  })

  test('a broken counter does not start an endless reload', () => {
    sessionStorage.setItem('launch reloads', 'many')
    expect(mayReload()).toBe(false)
  })
})

test.each([
  ['#/', '#/'],
  ['#tgWebAppData=x', '#/'],
  ['', '#/'],
  ['#/home/index', '#/home/index'],
  ['#/info?section=odds&tgWebAppData=x', '#/info?section=odds'],
  ['#/invite?tgWebAppData=x', '#/invite'],
])('the route of %s is %s', (whole, route) => {
  expect(routeOf(whole)).toBe(route)
})

test.each([
  ['r_K7QM2XWA', { scode: 'K7QM2XWA', packet: '', screen: '' }],
  ['p_ABCDEFGH23', { scode: '', packet: 'ABCDEFGH23', screen: '' }],
  ['r_K7QM2XWA__p_ABCDEFGH23', { scode: 'K7QM2XWA', packet: 'ABCDEFGH23', screen: '' }],
  ['', { scode: '', packet: '', screen: '' }],
  ['s_withdraw', { scode: '', packet: '', screen: 'withdraw' }],
  ['x_1', { scode: '', packet: '', screen: '' }],
  ['r_<script>', { scode: '', packet: '', screen: '' }],
])('the start parameter %s has its parts', (text, parts) => {
  expect(parseStartParam(text)).toEqual(parts)
})

test('a packet in the start parameter is opened once, not again after a reload', () => {
  openStart(parseStartParam('r_K7QM2XWA__p_HARVEST001'))
  expect(location.hash).toBe('#/red/HARVEST001')
  history.replaceState(null, '', '/#/home/index')
  openStart(parseStartParam('r_K7QM2XWA__p_HARVEST001'))
  expect(location.hash).toBe('#/home/index')
  openStart(parseStartParam('r_K7QM2XWA'))
  expect(location.hash).toBe('#/home/index')
})

test('a message of the bot opens its screen, and no address of its own', () => {
  openStart(parseStartParam('s_withdraw'))
  expect(location.hash).toBe('#/withdraw/index')
  for (const unknown of ['s_gallery', 's_toString']) {
    openStart(parseStartParam(unknown))
    expect(location.hash).toBe('#/withdraw/index')
  }
})
