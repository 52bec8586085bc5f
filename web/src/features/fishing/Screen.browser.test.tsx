// The screen in a real browser: the one canvas survives leaving and coming back, and nothing on it is hard to reach.
import axe from 'axe-core'
import { Activity, Suspense, useState } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import '../../ui/tokens.css'
import { createWire, sessionOpened } from '../../api/session.ts'
import {
  endpoints,
  type Dive,
  type FishingConfigData,
  type FishingPlayerInfoData,
  type FishingSeedInfoData,
  type LoginTelegramData,
} from '../../api/endpoints.gen.ts'
import { startTexts, switchLanguage } from '../../i18n/i18n.ts'
import { createStore } from '../../state/store.ts'
import { dive, world } from '../../testing/world.ts'
import { Screen } from './Screen.tsx'

beforeAll(() => startTexts('en'))

/** A store that already has every answer that the screen asks for. */
async function storeWith(open: Dive | null) {
  const store = createStore(createWire())
  store.dispatch(sessionOpened(world['login/telegram'] as LoginTelegramData))
  const { upsertQueryData } = endpoints.util
  await store.dispatch(
    upsertQueryData('fishingPlayerInfo', undefined, {
      ...(world['fishing/player_info'] as FishingPlayerInfoData),
      dive: open,
    }),
  )
  await store.dispatch(
    upsertQueryData('fishingConfig', undefined, world['fishing/config'] as FishingConfigData),
  )
  await store.dispatch(
    upsertQueryData('fishingSeedInfo', {}, world['fishing/seed_info'] as FishingSeedInfoData),
  )
  return store
}

function Kept() {
  const [away, setAway] = useState(false)
  return (
    <div style={{ position: 'relative', height: 680, width: 390, maxWidth: '100%' }}>
      <button
        type="button"
        style={{ position: 'absolute', zIndex: 9, minHeight: 44, minWidth: 60 }}
        onClick={() => setAway(!away)}
      >
        {away ? 'return' : 'leave'}
      </button>
      <Activity mode={away ? 'hidden' : 'visible'}>
        <Screen />
      </Activity>
    </div>
  )
}

async function show(open: Dive | null, language: 'en' | 'zh' = 'en') {
  await switchLanguage(language)
  const store = await storeWith(open)
  return render(
    <Provider store={store}>
      <MemoryRouter>
        <Suspense fallback={null}>
          <Kept />
        </Suspense>
      </MemoryRouter>
    </Provider>,
  )
}

const canvas = () => document.querySelector('canvas')

test('leaving and coming back keeps the very same canvas', async () => {
  const screen = await show(null)
  await expect.poll(canvas, { timeout: 20_000 }).not.toBeNull()
  const first = canvas()
  await screen.getByRole('button', { name: 'leave' }).click()
  await expect.poll(canvas).toBeNull()
  await screen.getByRole('button', { name: 'return' }).click()
  await expect.poll(canvas).toBe(first)
})

test('the chosen level is kept when the screen comes back, and Dive names its price', async () => {
  const screen = await show(null)
  await screen.getByRole('button', { name: 'Stake 10 · from level 1' }).click()
  await screen.getByRole('button', { name: /^Level 28/ }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await screen.getByRole('button', { name: 'leave' }).click()
  await screen.getByRole('button', { name: 'return' }).click()
  await expect.element(screen.getByRole('button', { name: 'Stake 10 · from level 28' })).toBeVisible()
  await expect
    .element(screen.getByRole('button', { name: /^Dive from level 28\s*Diamonds\s*10$/ }))
    .toBeVisible()
})

test.each([
  ['light', 'en', null],
  ['dark', 'en', dive],
  ['light', 'zh', dive],
  ['dark', 'zh', null],
] as const)('%s, %s: no fault for axe and no control below 44 pixels', async (theme, language, open) => {
  document.documentElement.dataset.theme = theme
  await show(open, language)
  await expect.poll(canvas, { timeout: 20_000 }).not.toBeNull()
  const { violations } = await axe.run(document.body, {
    rules: {
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
      'landmark-one-main': { enabled: false },
    },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  const small = [...document.querySelectorAll('button, a')].filter((element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && (width < 43.5 || height < 43.5)
  })
  expect(small.map((element) => element.outerHTML)).toEqual([])
})
