// A day without a withdrawal left, on both screens.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WithdrawInfoData } from '../../api/endpoints.gen.ts'
import WithdrawPage from '../../pages/withdraw/index.tsx'
import { answered } from '../../testing/answered.ts'
import { show, signedInStore } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { world } from '../../testing/world.ts'
import { WithdrawForm } from './WithdrawForm.tsx'

const info = world['withdraw/info'] as WithdrawInfoData

beforeEach(() => server.use(call('withdraw/list', () => ({ data: world['withdraw/list'] }))))
afterEach(() => void vi.useRealTimers())

test.each([
  ['en', "Today's withdrawal count used up", 'Withdraw', 'Amount, USDT'],
  ['zh', '今日提现次数已用完', '提现', '金额（USDT）'],
] as const)(
  'a day without a withdrawal left says so at once, in %s',
  async (language, words, name, field) => {
    server.use(call('withdraw/info', () => ({ data: { ...info, count_left: 0 } })))
    const { store } = signedInStore()
    const { unmount } = await show(<WithdrawPage />, { store, language })
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('button', { name })).toBeDisabled()
    unmount()
    await show(<WithdrawForm channelKey="ton" />, { store, language })
    expect(await screen.findByText(words)).toBeVisible()
    await userEvent.type(screen.getByRole('textbox', { name: field }), '6')
    expect(screen.getByText(words)).toBeVisible()
    expect(screen.getByRole('button', { name })).toBeDisabled()
  },
)

test('without an address the used-up day does not keep anybody from setting one', async () => {
  const none = { ...info, count_left: 0, address: null, channel: null, usable_at: null }
  server.use(call('withdraw/info', () => ({ data: none })))
  await show(<WithdrawPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
  expect(screen.getByRole('dialog', { name: 'Withdrawal address' })).toBeVisible()
})

test('a used-up day is asked about again, and the form opens by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  let left = 0
  server.use(call('withdraw/info', () => ({ data: { ...info, count_left: left } })))
  const { store } = signedInStore()
  await show(<WithdrawForm channelKey="ton" />, { store })
  expect(await screen.findByText("Today's withdrawal count used up")).toBeVisible()
  left = 1
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await waitFor(() => expect(screen.queryByText("Today's withdrawal count used up")).toBeNull())
})

test('an old answer about a used-up day is not said while it is asked for anew', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  server.use(call('withdraw/info', () => ({ data: { ...info, count_left: 0 } })))
  const { store } = signedInStore()
  const { unmount } = await show(<WithdrawForm channelKey="ton" />, { store })
  expect(await screen.findByRole('alert')).toBeVisible()
  unmount()
  vi.setSystemTime(Date.now() + 250_000)
  let answer: () => void = () => undefined
  const asked = new Promise<void>((done) => {
    answer = done
  })
  server.use(call('withdraw/info', async () => (await asked, { data: info })))
  await show(<WithdrawForm channelKey="ton" />, { store })
  expect(await screen.findByRole('textbox')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  answer()
  await answered(store)
  expect(screen.queryByRole('alert')).toBeNull()
})
