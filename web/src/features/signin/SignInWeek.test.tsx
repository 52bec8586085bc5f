import { setupListeners } from '@reduxjs/toolkit/query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { SigninInfoData } from '../../api/endpoints.gen.ts'
import { show } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { world } from '../../testing/world.ts'
import { Toasts } from '../../ui/toast.tsx'
import { SignInWeek } from './SignInWeek.tsx'

const info = world['signin/info'] as SigninInfoData
const signed: SigninInfoData = {
  ...info,
  signed: true,
  streak: 4,
  days: info.days.map((day) => (day.step === 4 ? { ...day, state: 'done' } : day)),
}

afterEach(() => void vi.useRealTimers())

test('shows seven days, the double one last, and checks in once', async () => {
  let now = info
  const bodies: Record<string, unknown>[] = []
  server.use(
    call('signin/info', () => ({ data: now })),
    call('signin/sign', (body) => (bodies.push(body), (now = signed), { data: world['signin/sign'] })),
  )
  const { store } = await show(
    <>
      <SignInWeek />
      <Toasts />
    </>,
  )
  const days = within(await screen.findByRole('list')).getAllByRole('listitem')
  expect(days).toHaveLength(7)
  expect(days[3]).toHaveAttribute('aria-current', 'date')
  expect(days[6]).toHaveTextContent('600')
  expect(screen.getByText('3 days in a row')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Check In' }))
  expect(await screen.findByText('Day 4: 250 coins and 1 diamonds')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Checked In' })).toBeDisabled()
  expect(bodies).toHaveLength(1)
  expect(bodies[0]?.['req_id']).toMatch(/-7/)
  expect(store.getState().client.assets?.ver).toBe(216)
})

test('a refusal is shown in the player\u2019s words and the screen is refreshed', async () => {
  let asked = 0
  server.use(
    call('signin/info', () => (asked++, { data: asked > 1 ? signed : info })),
    call('signin/sign', () => ({ error: 4006, message: 'server text' })),
  )
  await show(
    <>
      <SignInWeek />
      <Toasts />
    </>,
    { language: 'zh' },
  )
  await userEvent.click(await screen.findByRole('button', { name: '签到' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('今日已签到')
  expect(await screen.findByRole('button', { name: '已签到' })).toBeDisabled()
})

test('a failed load offers Retry and recovers', async () => {
  let failing = true
  server.use(call('signin/info', () => (failing ? { error: -1, message: '' } : { data: info })))
  await show(<SignInWeek />)
  expect(await screen.findByText('Could not load')).toBeVisible()
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: 'Check In' })).toBeEnabled()
})

test.each([
  ['when the device is online again', async () => void dispatchEvent(new Event('online'))],
  ['after 30 seconds', () => vi.advanceTimersByTimeAsync(30_000)],
])('the new day is asked for again %s where the first look failed', async (_name, time) => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const answers = [
    { data: { ...signed, resets_at: Date.now() + 60_000 } },
    { error: -1 },
    { data: { ...info, resets_at: Date.now() + 86_460_000 } },
  ]
  let asked = 0
  server.use(call('signin/info', () => answers[asked++] ?? { error: -1 }))
  const { store } = await show(<SignInWeek />)
  onTestFinished(setupListeners(store.dispatch))
  expect(await screen.findByRole('button', { name: 'Checked In' })).toBeDisabled()
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  await waitFor(() => expect(JSON.stringify(store.getState().api.queries)).toContain('"rejected"'))
  await act(time)
  expect(await screen.findByRole('button', { name: 'Check In' })).toBeEnabled()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(asked).toBe(3)
})
