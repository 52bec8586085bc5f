import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { world } from '../../testing/world.ts'
import { Toasts } from '../../ui/toast.tsx'
import { LimitsPanel } from './LimitsPanel.tsx'

const bodies: Record<string, unknown>[] = []
const answer = (path: string) => call(path, (body) => (bodies.push(body), { data: world['limits/info'] }))

beforeEach(() => {
  bodies.length = 0
  server.use(
    call('limits/info', () => ({ data: world['limits/info'] })),
    call('fishing/player_info', () => ({ data: world['fishing/player_info'] })),
  )
})

test('shows what is in force, what waits and what is left', async () => {
  await show(<LimitsPanel />)
  expect(
    await screen.findByRole('button', { name: /^Daily top-ups\s*then 80.00 USDT, from/ }),
  ).toHaveTextContent('50.00')
  expect(screen.getByRole('button', { name: /^Top-ups in 7 days\s*Not set/ })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Session\s*120 min/ })).toBeVisible()
  expect(await screen.findByText("41.25 USDT left of today's loss limit.")).toBeVisible()
})

test('a tighter limit holds at once, a looser one is announced to wait', async () => {
  server.use(answer('limits/set'))
  await show(
    <>
      <LimitsPanel />
      <Toasts />
    </>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Daily loss/ }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Daily loss' }))
  const field = sheet.getByLabelText('Limit in USDT')
  expect(field).toHaveValue('50')
  await userEvent.type(field, '0')
  expect(sheet.getByText(/applies after 24 hours/)).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, '20')
  expect(sheet.getByText('This applies immediately.')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The new limit is in force')).toBeVisible()
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toMatchObject({ field: 'loss_day', value: '20' })
  expect(bodies[0]?.['req_id']).toBeTypeOf('string')
})

test('a limit is taken away by saying nothing is set', async () => {
  server.use(answer('limits/set'))
  await show(
    <>
      <LimitsPanel />
      <Toasts />
    </>,
    { language: 'zh' },
  )
  await userEvent.click(await screen.findByRole('button', { name: /^单次时长/ }))
  await userEvent.click(await screen.findByRole('button', { name: '取消限额' }))
  expect(await screen.findByText('已保存，24 小时后生效')).toBeVisible()
  expect(bodies[0]).toMatchObject({ field: 'session_min', value: null })
})

test('a break needs a conscious yes, and changing the kind asks again', async () => {
  server.use(answer('limits/exclude'))
  await show(
    <>
      <LimitsPanel />
      <Toasts />
    </>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Take a break' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Take a break' }))
  expect(sheet.getByRole('button', { name: 'Start: 1 day' })).toBeDisabled()
  await userEvent.click(sheet.getByRole('checkbox'))
  await userEvent.click(sheet.getByRole('radio', { name: 'Self-exclusion' }))
  expect(sheet.getByRole('button', { name: 'Start: 6 months' })).toBeDisabled()
  await userEvent.click(sheet.getByRole('checkbox'))
  await userEvent.click(sheet.getByRole('button', { name: '1 year' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Start: 1 year' }))
  expect(await screen.findByText('Your break has begun. Take care.')).toBeVisible()
  expect(bodies[0]).toMatchObject({ kind: 'exclude', days: 365 })
})
