// What is held is never taken for what can be spent, and what is typed is read as it says: in a real browser, which
// alone knows colours and how much room there is.
import { useState } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../ui/tokens.css'
import '../ui/base.css'
import { endpoints, type FishingPlayerInfoData, type LoginTelegramData } from '../api/endpoints.gen.ts'
import { createWire, sessionOpened } from '../api/session.ts'
import { startTexts, switchLanguage } from '../i18n/i18n.ts'
import { createStore } from '../state/store.ts'
import { asset, world } from '../testing/world.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { BalanceBar } from './BalanceBar.tsx'

beforeAll(() => startTexts('en'))

function Amounts() {
  const [value, setValue] = useState('')
  return (
    <>
      <BalanceBar back={() => undefined} />
      <AmountField label="Amount" asset="usdt" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}

async function show() {
  const store = createStore(createWire())
  store.dispatch(sessionOpened(world['login/telegram'] as LoginTelegramData))
  const held = { gusd: '7.00', gusd_bonus: '1250.00', usdt: '3.000000', usdt_hold: '9.000000' }
  const info = { ...(world['fishing/player_info'] as FishingPlayerInfoData), asset: { ...asset, ...held } }
  await store.dispatch(endpoints.util.upsertQueryData('fishingPlayerInfo', undefined, info))
  return render(
    <Provider store={store}>
      <MemoryRouter>
        <Amounts />
      </MemoryRouter>
    </Provider>,
  )
}

/** The amounts of a cell: name and digits, icon, and the colours of icon and digits. */
const amountsOf = (cell: string) =>
  [...document.querySelectorAll(`[data-balance=${cell}] > *`)].map((amount) => {
    const sign = amount.querySelector('svg')
    return {
      text: amount.textContent,
      sign: sign?.innerHTML ?? '',
      colors: [sign, amount].map((part) => part && getComputedStyle(part).color).join(),
      box: amount.getBoundingClientRect(),
    }
  })

test.each([
  ['en', 390, 'Bonus gusd 1,250', 'USDT on hold 9.00'],
  ['zh', 320, '奖励 gusd 1,250', '冻结 USDT 9.00'],
] as const)('in %s at %i px bonus and held money have their own names, signs and colours', async (...row) => {
  const [language, width, bonus, hold] = row
  await page.viewport(width, 844)
  await switchLanguage(language)
  await show()
  await expect.poll(() => amountsOf('gusd').map(({ text }) => text)).toEqual(['gusd 7.00', bonus])
  expect(amountsOf('usdt').map(({ text }) => text)).toEqual(['USDT 3.00', hold])
  for (const cell of ['gusd', 'usdt']) {
    const [spendable, held] = amountsOf(cell)
    expect(held?.sign).not.toBe('')
    expect(held?.sign).not.toBe(spendable?.sign)
    expect(held?.colors).not.toBe(spendable?.colors)
    // Below it, and not beside the screen.
    expect(held?.box.top).toBeGreaterThanOrEqual((spendable?.box.bottom ?? Infinity) - 1)
    expect(held?.box.right).toBeLessThanOrEqual(width)
  }
  await switchLanguage('en')
})

test('a typed 1e3 is refused with its reason, and 1,000 is a thousand', async () => {
  const screen = await show()
  const field = screen.getByLabelText('Amount')
  await userEvent.type(field, '1e3')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Use digits only, for example 1,000.50')
  await expect.element(field).toHaveValue('1e3')
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
  await userEvent.clear(field)
  await userEvent.type(field, '1,000')
  await expect.element(screen.getByRole('status')).toHaveTextContent('1000')
  expect(document.querySelector('[role=alert]')).toBeNull()
})
