// The paying screens in a real browser: nothing for axe to say, nothing below 44 pixels, nothing wider than the
// smallest phone, even with the longest amounts.
import axe from 'axe-core'
import { Suspense, type ComponentType } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../ui/tokens.css'
import { endpoints, type FishingPlayerInfoData, type LoginTelegramData } from '../../api/endpoints.gen.ts'
import { createWire, sessionOpened } from '../../api/session.ts'
import { startTexts, switchLanguage } from '../../i18n/i18n.ts'
import type { LanguageCode } from '../../i18n/languages.ts'
import { createStore } from '../../state/store.ts'
import { asset, world } from '../../testing/world.ts'
import ExchangePage from '../home/exchange.tsx'
import CouponPage from './coupon.tsx'
import RecordPage from './record.tsx'
import ShopPage from './shop.tsx'
import VipPage from './vip.tsx'

const screens: readonly [string, ComponentType][] = [
  ['vip', VipPage],
  ['shop', ShopPage],
  ['coupon', CouponPage],
  ['record', RecordPage],
  ['exchange', ExchangePage],
]

/** The longest that balances can be. */
const rich = {
  ...asset,
  coin: Number.MAX_SAFE_INTEGER,
  gusd: '9007199254740993.25',
  gusd_bonus: '9007199254740993.25',
  usdt: '9007199254.740993',
  coupon: '9007199254.740993',
  ver: 999,
}

const answer = globalThis.fetch
beforeAll(async () => {
  await startTexts('en')
  await page.viewport(320, 568)
})
beforeEach(() => {
  globalThis.fetch = async (input, init) => {
    const path = /\/api\/v1\/(.+)$/.exec(input instanceof Request ? input.url : input.toString())?.[1]
    if (path === undefined) return answer(input, init)
    return Response.json({ error: 0, message: '', data: world[path] ?? null, server_ts: Date.now() })
  }
  return () => {
    globalThis.fetch = answer
  }
})

async function show(Screen: ComponentType, language: LanguageCode) {
  await switchLanguage(language)
  const store = createStore(
    createWire({ base: location.origin, launch: () => ({ initData: 'signed', inviter: '', device: 'd-1' }) }),
  )
  store.dispatch(sessionOpened(world['login/telegram'] as LoginTelegramData))
  const player = { ...(world['fishing/player_info'] as FishingPlayerInfoData), asset: rich }
  await store.dispatch(endpoints.util.upsertQueryData('fishingPlayerInfo', undefined, player))
  const shown = await render(
    <Provider store={store}>
      <MemoryRouter>
        <Suspense fallback={null}>
          <main style={{ position: 'relative', height: 480, background: 'var(--bg)' }}>
            <Screen />
          </main>
        </Suspense>
      </MemoryRouter>
    </Provider>,
  )
  await expect.poll(() => document.querySelector('h1')).not.toBeNull()
  await expect.poll(() => document.querySelector('[role=status][aria-label]')).toBeNull()
  return shown
}

describe.each(screens)('%s', (_name, Screen) => {
  test.each([
    ['light', 'en'],
    ['dark', 'zh'],
  ] as const)('in %s, %s', async (theme, language) => {
    document.documentElement.dataset.theme = theme
    await show(Screen, language)
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual(
      [],
    )
    const small = [...document.querySelectorAll('button, a, input')].filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 0 && (width < 43.5 || height < 43.5) && !element.closest('label')
    })
    expect(small.map((element) => element.outerHTML)).toEqual([])
    const wider = [...document.querySelectorAll('main *')].filter((element) => {
      const inRow = element.closest('ul[aria-label], [role=group]')
      return (
        element.closest('svg') === null &&
        !inRow &&
        element.getBoundingClientRect().right > 321 &&
        !element.classList.contains('visually-hidden')
      )
    })
    expect(wider.map((element) => `${element.className} ${element.textContent}`)).toEqual([])
  })
})
