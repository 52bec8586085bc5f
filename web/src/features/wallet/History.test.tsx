import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { WalletLine } from '../../api/endpoints.gen.ts'
import { show } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { world } from '../../testing/world.ts'
import { History } from './History.tsx'
import { reasonKey } from './reason.ts'

const line = (id: number, reason = 'CastResolved') => ({
  id: String(id),
  asset: 'coin',
  delta: '-100',
  after: '900',
  reason,
  ref: `player-1/${id}`,
  why: {
    event: reason,
    event_id: `e-${id}`,
    rule: 'dive.cast',
    config_version: 3,
    inputs: [{ name: 'stake', value: '100' }],
  },
  at: 1_700_000_000_000 - id,
})

test('shows signed amounts, the balance after and the reason in plain words', async () => {
  server.use(call('wallet/history', () => ({ data: world['wallet/history'] })))
  await show(<History />)
  expect(await screen.findByText('Dive payout')).toBeVisible()
  expect(screen.getByText('+663.25')).toBeVisible()
  expect(screen.getByText('Balance 1,663.25')).toBeVisible()
  expect(screen.getByText('That is everything')).toBeVisible()
})

test('bonus tokens and a hold look like neither money gained nor a balance to spend', async () => {
  const held = [
    { ...line(1, 'DiveClosed'), asset: 'gusd_bonus', delta: '227.22', after: '227.22' },
    { ...line(2, 'WithdrawalRequested'), asset: 'usdt_hold', delta: '6.500000', after: '6.500000' },
  ]
  server.use(call('wallet/history', () => ({ data: { list: held, next_last_id: '', has_more: false } })))
  await show(<History />)
  expect(await screen.findByText('Bonus gusd 227.22')).toBeVisible()
  expect(screen.getByText('USDT on hold 6.50')).toBeVisible()
  for (const amount of ['+227.22', '+6.50']) expect(screen.getByText(amount)).not.toHaveAttribute('class')
})

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['en', 'Something went wrong, please try again', 'Retry', 'That is everything'],
  ['zh', '出了点问题，请重试', '重试', '已显示全部'],
] as const)(
  'a next page that fails is asked for again only by a tap (%s)',
  async (language, why, retry, everything) => {
    // The end of the list is in view all the time.
    function InView(seen: (entries: { isIntersecting: boolean }[]) => void) {
      return { observe: () => seen([{ isIntersecting: true }]), disconnect: () => undefined }
    }
    vi.stubGlobal('IntersectionObserver', InView)
    let failing = true
    const asked: unknown[] = []
    server.use(
      call('wallet/history', ({ last_id: lastId }) => {
        asked.push(lastId)
        if (lastId === '') return { data: { list: [line(1)], next_last_id: '1', has_more: true } }
        return failing ? { error: -1 } : { data: { list: [line(2)], next_last_id: '', has_more: false } }
      }),
    )
    await show(<History />, { language })
    expect(await screen.findByRole('alert')).toHaveTextContent(why)
    expect(asked).toEqual(['', '1'])
    failing = false
    await userEvent.click(screen.getByRole('button', { name: retry }))
    expect(await screen.findByText(everything)).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(asked).toEqual(['', '1', '1'])
  },
)

test('pages by last_id and filters by asset', async () => {
  const bodies: Record<string, unknown>[] = []
  server.use(
    call('wallet/history', (body) => {
      bodies.push(body)
      if (body['asset'] === 'diamond') return { data: { list: [], next_last_id: '', has_more: false } }
      const second = body['last_id'] === '2'
      return {
        data: {
          list: second ? [line(3)] : [line(1), line(2)],
          next_last_id: second ? '' : '2',
          has_more: !second,
        },
      }
    }),
  )
  await show(<History />)
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('That is everything')).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'Diamonds' }))
  expect(await screen.findByText('No movements yet')).toBeVisible()
  expect(bodies.map(({ last_id, asset, size }) => [last_id, asset, size])).toEqual([
    ['', undefined, 20],
    ['2', undefined, 20],
    ['', 'diamond', 20],
  ])
})

test('the casts of a dive stand together with what they cost and brought; a tap shows each', async () => {
  const ofDive = (id: number, dive: string, part: Partial<WalletLine> = {}) => {
    const one = { ...line(id), ...part }
    return { ...one, why: { ...one.why, inputs: [{ name: 'dive', value: dive }] } }
  }
  const list = [
    ofDive(1, 'second', { asset: 'gusd', delta: '663.25', after: '663.25', reason: 'DiveClosed' }),
    line(2, 'SignedIn'),
    ofDive(3, 'second'),
    ofDive(4, 'second'),
    ofDive(5, 'first'),
    ofDive(6, 'first'),
  ]
  server.use(call('wallet/history', () => ({ data: { list, next_last_id: '6', has_more: true } })))
  await show(<History />)
  const dive = await screen.findByRole('button', { name: /^Dive.*2 casts/ })
  expect(within(dive).getByText('−200')).toBeVisible()
  expect(within(dive).getByText('+663.25')).toBeVisible()
  // The older dive may go on in the next page: nothing is summed up of it.
  expect(screen.getAllByText('Cast')).toHaveLength(2)
  await userEvent.click(dive)
  expect(screen.getAllByText('Cast')).toHaveLength(4)
  expect(screen.getByText('Dive payout')).toBeVisible()
})

test('an event without words is still a recorded event', async () => {
  server.use(
    call('wallet/history', () => ({
      data: { list: [line(1, 'SomethingNew')], next_last_id: '', has_more: false },
    })),
  )
  await show(<History />)
  expect(await screen.findByText('Recorded event')).toBeVisible()
  expect(reasonKey('DiveClosed')).toBe(reasonKey('dive_closed'))
})

test.each([
  ['en', 'Why this line?', 'What went into it', 'One cast costs the stake of the dive'],
  ['zh', '为什么有这一笔？', '计算依据', '每次下钩消耗本次下潜的投注'],
] as const)(
  'a line says by which rule and from which numbers it came (%s)',
  async (language, title, inputs, rule) => {
    server.use(
      call('wallet/history', () => ({ data: { list: [line(1)], next_last_id: '', has_more: false } })),
    )
    await show(<History />, { language })
    await userEvent.click(
      within((await screen.findAllByRole('listitem'))[0] as HTMLElement).getByRole('button'),
    )
    const sheet = within(await screen.findByRole('dialog', { name: title }))
    expect(sheet.getByText(rule)).toBeVisible()
    expect(
      within(sheet.getByRole('region', { name: inputs })).getByText('stake').nextElementSibling,
    ).toHaveTextContent('100')
  },
)
