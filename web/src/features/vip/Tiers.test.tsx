import { setupListeners } from '@reduxjs/toolkit/query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Vip, VipInfoData } from '../../api/endpoints.gen.ts'
import { show } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { asset, world } from '../../testing/world.ts'
import { Toasts } from '../../ui/toast.tsx'
import { VipClaim } from './Claim.tsx'
import { Tiers } from './Tiers.tsx'

const info = world['vip/info'] as VipInfoData
const tier = (id: number) => info.list.find(({ vip_id }) => vip_id === id) as Vip
const silver = (part: Partial<Vip>): VipInfoData => ({
  ...info,
  list: info.list.map((each) => (each.active ? { ...each, ...part } : each)),
})
const open = (data: VipInfoData = info) => server.use(call('vip/info', () => ({ data })))

describe('tiers', () => {
  test('the chosen tier is shown in numbers, with what its coins are worth beside its price', async () => {
    open()
    await show(<Tiers />)
    await userEvent.click(await screen.findByRole('button', { name: /^Gold/ }))
    expect(screen.getByRole('heading', { name: 'Gold in numbers' })).toBeVisible()
    expect(screen.getByText('0.8%, at least 0.50 USDT')).toBeVisible()
    expect(screen.getByText(/390,000 coins at most: worth 39.00 USDT of the 50.00 paid/)).toBeVisible()
    expect(screen.getByText(/Gold starts at once. The days left of Silver pause/)).toBeVisible()
  })

  test('days that wait and days that run are distinguished', async () => {
    open()
    await show(<Tiers />)
    expect(await screen.findByRole('button', { name: /^Bronze.*Continues until/ })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    expect(screen.getByRole('button', { name: /^Silver.*Active until/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })

  test('days are bought once, with what the player chose to pay with', async () => {
    open()
    const bodies: Record<string, unknown>[] = []
    server.use(
      call(
        'vip/activate',
        (body) => (bodies.push(body), { data: { vip: tier(2), asset: { ...asset, ver: 300 } } }),
      ),
    )
    const { store } = await show(
      <>
        <Tiers />
        <Toasts />
      </>,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Activate for 20.00 coupons' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Activate VIP' }))
    await userEvent.click(sheet.getByRole('radio', { name: /USDT/ }))
    await userEvent.click(sheet.getByRole('button', { name: 'Activate' }))
    expect(await screen.findByText('Silver is yours')).toBeVisible()
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toMatchObject({ vip_id: 2, pay_with: 'usdt' })
    expect(bodies[0]?.['req_id']).toBeTypeOf('string')
    expect(store.getState().client.assets?.ver).toBe(300)
  })

  test('coupons that do not suffice lead to the top-up', async () => {
    open()
    server.use(call('vip/activate', () => ({ error: 5002, message: '', data: { missing: '7.500000' } })))
    await show(<Tiers />, { language: 'zh' })
    await userEvent.click(await screen.findByRole('button', { name: '激活（20.00 点券）' }))
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: '激活 VIP' })).getByRole('button', { name: '激活' }),
    )
    const sheet = within(await screen.findByRole('dialog', { name: '点券不足' }))
    expect(sheet.getByText('余额不足，需要充值')).toBeVisible()
    expect(sheet.getByText('7.50')).toBeVisible()
    expect(sheet.getByRole('link', { name: '立即充值' })).toHaveAttribute(
      'href',
      '/pay/coupon?price=20.000000&back=%2Fpay%2Fvip%3Ftier%3D2',
    )
  })

  test('USDT that does not suffice is an insufficient balance', async () => {
    open()
    server.use(call('vip/activate', () => ({ error: 5001, message: '' })))
    await show(
      <>
        <Tiers />
        <Toasts />
      </>,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Activate for 20.00 coupons' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Activate' }))
    expect(await screen.findByText('Insufficient balance')).toBeVisible()
  })

  test('nothing on sale is said, a failed load can be tried again', async () => {
    let failing = true
    server.use(
      call('vip/info', () => (failing ? { error: -1 } : { data: { ...info, current: 0, list: [] } })),
    )
    await show(<Tiers />)
    const retry = await screen.findByRole('button', { name: 'Retry' })
    failing = false
    await userEvent.click(retry)
    expect(await screen.findByText('No tiers on sale')).toBeVisible()
  })
})

describe('the claim', () => {
  afterEach(() => void vi.useRealTimers())

  test('gives coins and diamonds once', async () => {
    let now = info
    const bodies: Record<string, unknown>[] = []
    server.use(
      call('vip/info', () => ({ data: now })),
      call('vip/receive', (body) => {
        bodies.push(body)
        now = silver({ can_receive: false, claimed_today: 2, next_claim_at: Date.now() + 3_600_000 })
        return { data: { vip: tier(2), coins: 2500, diamonds: 1, asset: { ...asset, ver: 301 } } }
      }),
    )
    await show(
      <>
        <VipClaim />
        <Toasts />
      </>,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Claim' }))
    expect(await screen.findByText('2,500 coins and 1 diamonds received')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Claimed' })).toBeDisabled()
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toMatchObject({ vip_id: 2 })
  })

  test.each([
    [
      'the pause',
      { claimed_today: 1, next_claim_at: Date.now() + 3_600_000 },
      /^Next claim in (1:00:00|0:59:\d\d)$/,
    ],
    ['the floor', { claimed_today: 1, next_claim_at: null }, 'Opens when you hold fewer than 5,000 coins'],
    [
      'the day',
      { claimed_today: 2, next_claim_at: Date.now() + 3_600_000 },
      /^All of today's claims are used/,
    ],
  ])('is closed by %s, and says so', async (_name, part, words) => {
    open(silver({ can_receive: false, ...part }))
    await show(<VipClaim />)
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('button')).toBeDisabled()
  })

  test.each([
    ['the pause', { claimed_today: 1 }],
    ['the day', { claimed_today: 2 }],
  ])('a device that slept past the end of %s asks once how things stand', async (_name, part) => {
    const endedMs = Date.now() - 3_600_000
    let asked = 0
    server.use(
      call(
        'vip/info',
        () => (asked++, { data: silver({ can_receive: asked > 1, ...part, next_claim_at: endedMs }) }),
      ),
    )
    await show(<VipClaim />)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Claim' })).toBeEnabled())
    expect(asked).toBe(2)
  })

  test('an answer that changes nothing is not asked for again at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    let asked = 0
    const closed = silver({ can_receive: false, claimed_today: 1, next_claim_at: Date.now() - 60_000 })
    server.use(call('vip/info', () => (asked++, { data: closed })))
    await show(<VipClaim />)
    await waitFor(() => expect(asked).toBe(2))
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(asked).toBe(2)
  })

  test.each([
    ['when the device is online again', async () => void dispatchEvent(new Event('online'))],
    ['after 30 seconds', () => vi.advanceTimersByTimeAsync(30_000)],
  ])('is asked for again %s where the first look failed', async (_name, time) => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const next_claim_at = Date.now() + 60_000
    const answers = [
      { data: silver({ can_receive: false, claimed_today: 1, next_claim_at }) },
      { error: -1 },
      { data: silver({ can_receive: true, claimed_today: 1, next_claim_at: null }) },
    ]
    let asked = 0
    server.use(call('vip/info', () => answers[asked++] ?? { error: -1 }))
    const { store } = await show(<VipClaim />)
    onTestFinished(setupListeners(store.dispatch))
    await screen.findByText(/^Next claim in/)
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    await waitFor(() => expect(JSON.stringify(store.getState().api.queries)).toContain('"rejected"'))
    await act(time)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Claim' })).toBeEnabled())
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(asked).toBe(3)
  })

  test('a claim that was looked at a while ago is looked at anew', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let asked = 0
    server.use(call('vip/info', () => (asked++, { data: info })))
    const { store, unmount } = await show(<VipClaim />)
    await screen.findByRole('button', { name: 'Claim' })
    unmount()
    vi.setSystemTime(Date.now() + 11_000)
    await show(<VipClaim />, { store })
    await waitFor(() => expect(asked).toBe(2))
  })

  test('without a tier leads to the tiers', async () => {
    open({
      ...info,
      current: 0,
      list: info.list.map((each) => ({ ...each, active: false, expires_at: null })),
    })
    await show(<VipClaim />, { language: 'zh' })
    expect(await screen.findByRole('link', { name: '查看等级' })).toHaveAttribute('href', '/pay/vip')
  })
})
