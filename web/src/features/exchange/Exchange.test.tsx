import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type {
  DiveResult,
  ExchangeInfoData,
  FishingPlayerInfoData,
  Unlock as UnlockTerms,
} from '../../api/endpoints.gen.ts'
import { endpoints } from '../../api/endpoints.gen.ts'
import '../fishing/api.ts'
import '../invite/api.ts'
import '../redpacket/api.ts'
import { show, signedInStore } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { asset, dive, goldenCasts, world } from '../../testing/world.ts'
import { Toasts } from '../../ui/toast.tsx'
import { Convert } from './Convert.tsx'
import { ExchangeRecords } from './Records.tsx'
import { Unlock } from './Unlock.tsx'

const info = world['exchange/info'] as ExchangeInfoData
const terms = (part: Partial<UnlockTerms> = {}) =>
  server.use(call('exchange/info', () => ({ data: { ...info, unlock: { ...info.unlock, ...part } } })))

/** A player with these balances. */
async function withBalances(part: Partial<typeof asset>) {
  const { store } = signedInStore()
  server.use(
    call('fishing/player_info', () => ({
      data: { ...(world['fishing/player_info'] as FishingPlayerInfoData), asset: { ...asset, ...part } },
    })),
  )
  await store.dispatch(endpoints.endpoints.fishingPlayerInfo.initiate())
  return store
}

describe('gusd into USDT', () => {
  test('is shown exactly, confirmed, and sent once', async () => {
    terms()
    const bodies: Record<string, unknown>[] = []
    server.use(
      call(
        'exchange/do',
        (body) => (
          bodies.push(body),
          { data: { pair: 'gusd_usdt', paid: '24130.00', got: '2.413000', asset: { ...asset, ver: 500 } } }
        ),
      ),
    )
    const store = await withBalances({ gusd: '24130.50' })
    await show(
      <>
        <Convert pair="gusd_usdt" />
        <Toasts />
      </>,
      { store },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Max' }))
    expect(screen.getByLabelText('You give')).toHaveValue('24130')
    expect(screen.getByText('2.413')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Exchange' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Check the exchange' }))
    expect(sheet.getByText('24,130.00')).toBeVisible()
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Exchanged 24,130.00 gusd for 2.413 USDT')).toBeVisible()
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toMatchObject({ pair: 'gusd_usdt', amount: '24130' })
    expect(bodies[0]?.['req_id']).toBeTypeOf('string')
    expect(screen.getByLabelText('You give')).toHaveValue('')
  })

  test.each([
    ['9999', 'At least 10,000.00'],
    ['25000', 'More than you have'],
    ['3750001', '3,750,000.00 left today'],
  ])('of %s is not sent: %s', async (amount, words) => {
    terms()
    await show(<Convert pair="gusd_usdt" />, { store: await withBalances({ gusd: '24130.50' }) })
    await userEvent.type(await screen.findByLabelText('You give'), amount)
    expect(screen.getByRole('alert')).toHaveTextContent(words)
    expect(screen.getByRole('button', { name: 'Exchange' })).toBeDisabled()
  })

  test.each([
    [2003, '代币不足'],
    [2008, '超过最大金额'],
    [6012, '提现暂停'],
  ])('refused with %i says why', async (error, words) => {
    terms()
    server.use(call('exchange/do', () => ({ error, message: '' })))
    await show(
      <>
        <Convert pair="gusd_usdt" />
        <Toasts />
      </>,
      { language: 'zh', store: await withBalances({ gusd: '24130.50' }) },
    )
    await userEvent.click(await screen.findByRole('button', { name: '全部' }))
    await userEvent.click(screen.getByRole('button', { name: '兑换' }))
    await userEvent.click(await screen.findByRole('button', { name: '确认' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
  })
})

test('USDT into coupons keeps every digit', async () => {
  terms()
  await show(<Convert pair="usdt_coupon" />, { store: await withBalances({ usdt: '3.204500' }) })
  await userEvent.type(await screen.findByLabelText('You give'), '1.234567')
  expect(screen.getByText('1.234567')).toBeVisible()
})

describe('USDT that came since the terms were read can become coupons:', () => {
  const { fishingCast, fishingSurface, teamReceive } = endpoints.endpoints
  const richer = { ...asset, usdt: '3.000000', ver: 500 }
  const result: DiveResult = {
    dive_id: dive.dive_id,
    reason: 'surfaced',
    casts: 10,
    staked: 1000,
    fish: '0.00',
    bonus: '0.00',
    chest_gusd: '0.00',
    chest_usdt: '3.000000',
    payout: '30000.00',
    credited_as: 'gusd',
    profit: '29000.00',
    capped: false,
    closed_at: 0,
  }
  const cast = fishingCast.initiate({ dive_id: dive.dive_id, seq: 10, shield: false })

  /** The terms are read, left, and shown again after the command: how often they were asked for, and the form. */
  async function after(path: string, command: typeof cast, data: object) {
    let usdt = '0.000000'
    const reads = { count: 0 }
    const pairs = () =>
      info.pairs.map((each) => (each.pair === 'usdt_coupon' ? { ...each, left_today: usdt } : each))
    server.use(
      call('exchange/info', () => (reads.count++, { data: { ...info, pairs: pairs() } })),
      call(path, () => ({ data: { ...data, asset: richer } })),
    )
    const store = await withBalances({ usdt })
    const page = store.dispatch(endpoints.endpoints.exchangeInfo.initiate())
    await page
    page.unsubscribe()
    usdt = richer.usdt
    await store.dispatch(command)
    await show(<Convert pair="usdt_coupon" />, { store })
    await userEvent.click(await screen.findByRole('button', { name: 'Max' }))
    return reads
  }

  test.each([
    ['a rebate', 'team/receive', teamReceive.initiate({ record_id: 'r' }), world['team/receive']],
    [
      'a red packet',
      'redpacket/claim',
      endpoints.endpoints.redpacketClaim.initiate({ code: 'c' }),
      world['redpacket/claim'],
    ],
    [
      'a dive that surfaces',
      'fishing/surface',
      fishingSurface.initiate({ dive_id: dive.dive_id }),
      { result },
    ],
    ['a cast that closes its dive', 'fishing/cast', cast, { cast: goldenCasts[0], dive: null, result }],
  ])('%s', async (_, path, command, data) => {
    await after(path, command as typeof cast, data as object)
    expect(screen.getByLabelText('You give')).toHaveValue('3.000000')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a cast that goes on has nothing read again', async () => {
    expect(await after('fishing/cast', cast, { cast: goldenCasts[0], dive, result: null })).toEqual({
      count: 1,
    })
  })
})

describe('the unlock', () => {
  test('shows each condition and the way to those that are not met', async () => {
    terms()
    await show(<Unlock />, { store: await withBalances({}) })
    expect(await screen.findByText(/^Your account is 7 days old/)).toHaveTextContent('met')
    expect(screen.getByRole('link', { name: 'Identity' })).toHaveAttribute('href', '/kyc')
    expect(screen.queryByRole('button', { name: 'Unlock' })).toBeNull()
  })

  test('frees what was asked for, within what is left', async () => {
    terms({ gate: info.unlock.gate.map((item) => ({ ...item, ok: true })) })
    const bodies: Record<string, unknown>[] = []
    server.use(
      call(
        'exchange/unlock',
        (body) => (
          bodies.push(body),
          { data: { unlocked: '240.00', asset: { ...asset, gusd_bonus: '0.00', ver: 501 } } }
        ),
      ),
    )
    await show(
      <>
        <Unlock />
        <Toasts />
      </>,
      { store: await withBalances({}) },
    )
    const field = await screen.findByLabelText('Unlock today')
    await userEvent.type(field, '241')
    expect(screen.getByRole('alert')).toHaveTextContent('At most 240.00')
    await userEvent.click(screen.getByRole('button', { name: 'Max' }))
    await userEvent.click(screen.getByRole('button', { name: 'Unlock' }))
    expect(await screen.findByText('240.00 gusd unlocked')).toBeVisible()
    expect(bodies[0]).toMatchObject({ amount: '240.00' })
  })

  test('says when the pool is used up, and asks for no amount then', async () => {
    terms({ pool_left: '0.00' })
    await show(<Unlock />, { language: 'zh', store: await withBalances({}) })
    expect(await screen.findByText('今日额度已用完')).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

test('past exchanges are listed, none is said', async () => {
  let list: unknown = world['exchange/records']
  server.use(call('exchange/records', () => ({ data: list })))
  const first = await show(<ExchangeRecords />)
  expect(await screen.findByText('for 24,130.00 gusd')).toBeVisible()
  first.unmount()
  list = { list: [], next_last_id: '', has_more: false }
  await show(<ExchangeRecords />, { language: 'zh' })
  expect(await screen.findByText('暂无兑换')).toBeVisible()
})
