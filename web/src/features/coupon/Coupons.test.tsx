import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  endpoints,
  type CouponInfoData,
  type CouponRecordsData,
  type FishingPlayerInfoData,
  type LoginTelegramData,
  type Order,
  type TopupRecordsData,
} from '../../api/endpoints.gen.ts'
import { sessionOpened } from '../../api/session.ts'
import { tabStorage } from '../../shared/tabStorage.ts'
import { answered } from '../../testing/answered.ts'
import { show, signedInStore } from '../../testing/render.tsx'
import { refuseTabStorage } from '../../testing/storage.ts'
import { call, envelope, server } from '../../testing/server.ts'
import { asset, user, world } from '../../testing/world.ts'
import { order } from '../../testing/worldPay.ts'
import { Where } from '../../testing/Where.tsx'
import { Toasts } from '../../ui/toast.tsx'
import '../exchange/api.ts'
import { disconnect } from './connector.ts'
import { Coupons } from './Coupons.tsx'
import { signedFor } from './kept.ts'
import { Records } from './Records.tsx'
import list from './wallets.json'

const info = world['coupon/info'] as CouponInfoData
const given = (part: Partial<CouponInfoData> = {}) =>
  server.use(call('coupon/info', () => ({ data: { ...info, ...part } })))

/** A player on whose screen stands what can be exchanged, and how often it was read. */
async function exchanging() {
  const { store } = signedInStore()
  const reads = { count: 0 }
  server.use(call('exchange/info', () => (reads.count++, { data: world['exchange/info'] })))
  await store.dispatch(endpoints.endpoints.exchangeInfo.initiate())
  return { store, reads }
}

beforeEach(() => {
  server.use(
    http.get('*wallets*.json', () => HttpResponse.json(list)),
    http.post('*/dev/wallet/info', () => HttpResponse.json(envelope({ data: world['dev/wallet/info'] }))),
  )
})

describe('a top-up', () => {
  test('is ordered once and then shows where to pay, how much and with which comment', async () => {
    given({ open: [] })
    const bodies: Record<string, unknown>[] = []
    server.use(
      call('topup/create', (body) => (bodies.push(body), { data: { order } })),
      call('topup/status', () => ({ data: { order } })),
    )
    await show(<Coupons />)
    await userEvent.click(await screen.findByRole('button', { name: '10' }))
    await userEvent.click(screen.getByRole('button', { name: 'Top up 10.00 USDT' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Top-up' }))
    expect(sheet.getByText(order.pay?.to ?? '')).toBeVisible()
    expect(sheet.getByRole('button', { name: /^Copy: ?Comment/ })).toHaveTextContent('T7K2Q9XMWA4B')
    expect(sheet.getByText(/^Expires in 0:2\d:\d\d$/)).toBeVisible()
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toMatchObject({ channel: 'ton_usdt', amount: '10' })
    expect(bodies[0]?.['req_id']).toBeTypeOf('string')
  })

  test.each([
    ['12.51', '12.500000', '1', '0.01'],
    ['20', '12.500000', '7.50', '7.50'],
  ])('for a purchase of %s with %s coupons begins with %s', async (price, coupon, amount, missing) => {
    given({ open: [], coupon })
    await show(<Coupons />, { at: `/pay/coupon?price=${price}&back=%2Fpay%2Fvip%3Ftier%3D2` })
    expect(await screen.findByLabelText('Amount in USDT')).toHaveValue(amount)
    expect(screen.getByText(`You need ${missing} more coupons for this purchase.`)).toBeVisible()
  })

  test('that pays for the waiting purchase leads back to it', async () => {
    given({ open: [order], coupon: '30.000000' })
    const paid = { ...order, state: 'success', credited: '10.000000', pay: null }
    server.use(call('topup/status', () => ({ data: { order: paid } })))
    await show(
      <>
        <Coupons />
        <Where />
      </>,
      { at: '/pay/coupon?price=20&back=%2Fpay%2Fvip%3Ftier%3D2' },
    )
    expect(await screen.findByRole('link', { name: 'Back to your purchase' })).toHaveAttribute(
      'href',
      '/pay/vip?tier=2',
    )
    await userEvent.click(screen.getByRole('button', { name: /to pay/ }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Top-up' }))
    await userEvent.click(await sheet.findByRole('button', { name: 'Back to your purchase' }))
    expect(screen.getByLabelText('route')).toHaveTextContent('/pay/vip?tier=2')
  })

  test('goes back to nothing but purchases', async () => {
    given({ open: [] })
    await show(<Coupons />, { at: '/pay/coupon?price=20&back=https%3A%2F%2Fevil.example' })
    expect(await screen.findByLabelText('Amount in USDT')).toHaveValue('5')
  })

  test.each([
    ['0.5', 'At least 1.00 USDT'],
    ['5000.01', 'At most 5,000.00 USDT'],
  ])('of %s is not sent: %s', async (amount, words) => {
    given({ open: [] })
    await show(<Coupons />)
    const field = await screen.findByLabelText('Amount in USDT')
    await userEvent.clear(field)
    await userEvent.type(field, amount)
    expect(screen.getByRole('alert')).toHaveTextContent(words)
    expect(screen.getByRole('button', { name: /^Top up/ })).toBeDisabled()
  })

  test.each([
    [5205, '未完成订单过多'],
    [5204, '金额超出范围'],
    [-1009, '已被你的限额设置阻止'],
    [-1004, '你所在的地区暂不支持'],
  ])('refused with %i says why', async (error, words) => {
    given({ open: [] })
    server.use(call('topup/create', () => ({ error, message: '' })))
    await show(
      <>
        <Coupons />
        <Toasts />
      </>,
      { language: 'zh' },
    )
    await userEvent.click(await screen.findByRole('button', { name: '充值 5.00 USDT' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
  })

  test('that is credited says so', async () => {
    given()
    server.use(
      call('topup/status', () => ({
        data: {
          order: { ...order, state: 'success', credited: '5.000000', pay: null, tx: 'abc' } satisfies Order,
        },
      })),
    )
    await show(
      <>
        <Coupons />
        <Toasts />
      </>,
    )
    await userEvent.click(await screen.findByRole('button', { name: /5.00.*to pay/ }))
    expect(await screen.findByText('5.00 coupons credited')).toBeVisible()
    expect(within(screen.getByRole('dialog')).getByText('+5.00')).toBeVisible()
  })

  test('that is credited has what the money opens read again, without live updates', async () => {
    const paid = { ...order, state: 'success', credited: '5.000000', pay: null }
    let isPaid = false
    const { store, reads } = await exchanging()
    const player = world['fishing/player_info'] as FishingPlayerInfoData
    server.use(
      call('coupon/info', () => ({ data: isPaid ? { ...info, open: [], coupon: '17.500000' } : info })),
      call('topup/status', () => ((isPaid = true), { data: { order: paid } })),
      // The balances come after the coupons, which must not have everything read once more.
      call('fishing/player_info', async () => {
        if (isPaid) await waitFor(() => expect(JSON.stringify(store.getState().api)).toContain('17.500000'))
        const coupon = isPaid ? '17.500000' : info.coupon
        return { data: { ...player, asset: { ...asset, coupon, ver: isPaid ? 215 : 214 } } }
      }),
    )
    await store.dispatch(endpoints.endpoints.fishingPlayerInfo.initiate())
    await show(<Coupons />, { store })
    await userEvent.click(await screen.findByRole('button', { name: /5.00.*to pay/ }))
    await waitFor(() => expect(store.getState().client.assets?.coupon).toBe('17.500000'))
    await answered(store)
    expect(reads.count).toBe(2)
  })

  test('can be given up while it waits for its payment', async () => {
    given()
    const bodies: Record<string, unknown>[] = []
    server.use(
      call('topup/status', () => ({ data: { order } })),
      call('topup/cancel', (body) => (bodies.push(body), { data: world['topup/cancel'] })),
    )
    await show(
      <>
        <Coupons />
        <Toasts />
      </>,
    )
    await userEvent.click(await screen.findByRole('button', { name: /to pay/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel this order' }))
    expect(await screen.findByText('Order cancelled')).toBeVisible()
    expect(bodies[0]).toMatchObject({ order_no: order.order_no, code: 300 })
  })

  describe("from the player's own wallet", () => {
    /** The order on the server, and what it was asked for. */
    function given() {
      const asked: Record<string, unknown>[] = []
      let state: Order['state'] = 'created'
      const recorded = (path: string, data: () => unknown) =>
        call(path, (body) => (asked.push({ path, ...body }), { data: data() }))
      server.use(
        call('coupon/info', () => ({ data: info })),
        call('topup/status', () => ({ data: { order: { ...order, state } } })),
        recorded('topup/message', () => world['topup/message']),
        recorded('topup/submit', () => ((state = 'submitted'), { order: { ...order, state } })),
        http.post('*/dev/wallet/send', async ({ request }) => {
          asked.push({ path: 'dev/wallet/send', ...((await request.json()) as object) })
          return HttpResponse.json(envelope({ data: { boc: 'te6ccgEBAQEAAgAAAA==' } }))
        }),
      )
      return asked
    }
    const inWallet = async () => within(await screen.findByRole('dialog', { name: 'Demo wallet' }))
    const open = async () => {
      await show(
        <>
          <Coupons />
          <Toasts />
        </>,
      )
      await userEvent.click(await screen.findByRole('button', { name: /to pay/ }))
    }
    const connect = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Connect a wallet' }))
      await userEvent.click(await screen.findByRole('button', { name: 'Demo wallet' }))
      await userEvent.click(await (await inWallet()).findByRole('button', { name: 'Connect' }))
      await screen.findByRole('heading', { name: 'Demo wallet is connected' })
    }
    const pressed = async (name: string) => {
      const button = await (await inWallet()).findByRole('button', { name })
      await waitFor(() => expect(button).toBeEnabled())
      await userEvent.click(button)
    }

    afterEach(async () => {
      await disconnect()
      vi.restoreAllMocks()
      tabStorage.clear()
      Reflect.deleteProperty(window, 'demoWallet')
    })

    test('is asked for what the server prepared, and the signature is submitted', async () => {
      const asked = given()
      await open()
      await connect()
      await userEvent.click(await screen.findByRole('button', { name: 'Pay 5.00 USDT' }))
      await pressed('Confirm')
      expect(await screen.findByText(/^Your wallet signed the payment/)).toBeVisible()
      const raw = (world['dev/wallet/info'] as { raw: string }).raw
      expect(asked.map(({ path }) => path)).toEqual(['topup/message', 'dev/wallet/send', 'topup/submit'])
      expect(asked[0]).toMatchObject({ order_no: order.order_no, address: raw })
      const {
        messages: [message],
      } = world['topup/message'] as { messages: object[] }
      expect(asked[1]).toMatchObject(message ?? {})
      expect(asked[2]).toMatchObject({ order_no: order.order_no, boc: 'te6ccgEBAQEAAgAAAA==' })
      expect(signedFor(order.order_no)).toBeNull()
    })

    test('is signed where the device refuses to store anything, too', async () => {
      refuseTabStorage()
      vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      const asked = given()
      await open()
      await connect()
      await userEvent.click(await screen.findByRole('button', { name: 'Pay 5.00 USDT' }))
      await pressed('Confirm')
      expect(await screen.findByText(/^Your wallet signed the payment/)).toBeVisible()
      expect(asked.map(({ path }) => path)).toEqual(['topup/message', 'dev/wallet/send', 'topup/submit'])
    })

    test('declined there, the order stays payable and the player is not asked to give it up', async () => {
      const asked = given()
      await open()
      await connect()
      await userEvent.click(await screen.findByRole('button', { name: 'Pay 5.00 USDT' }))
      await pressed('Decline')
      expect(await screen.findByText(/^You declined the payment in your wallet/)).toBeVisible()
      expect(screen.getByRole('button', { name: 'Pay 5.00 USDT' })).toBeEnabled()
      expect(asked.map(({ path }) => path)).toEqual(['topup/message'])
    })

    test('a signature that the server did not receive is submitted again, not asked for again', async () => {
      const asked = given()
      server.use(
        http.post(
          '*/api/v1/topup/submit',
          () => HttpResponse.json(envelope({ error: -1008, message: 'busy' })),
          { once: true },
        ),
      )
      await open()
      await connect()
      await userEvent.click(await screen.findByRole('button', { name: 'Pay 5.00 USDT' }))
      await pressed('Confirm')
      await userEvent.click(
        await screen.findByRole('button', { name: 'Your wallet signed: finish the order' }),
      )
      expect(await screen.findByText(/^Your wallet signed the payment/)).toBeVisible()
      expect(asked.filter(({ path }) => path === 'dev/wallet/send')).toHaveLength(1)
    })

    test('that will not connect says so, and another can be chosen', async () => {
      given()
      await open()
      await userEvent.click(await screen.findByRole('button', { name: 'Connect a wallet' }))
      await userEvent.click(await screen.findByRole('button', { name: 'Demo wallet' }))
      await userEvent.click(await (await inWallet()).findByRole('button', { name: 'Decline' }))
      expect(await screen.findByText('You declined the connection.')).toBeVisible()
      expect(screen.getByRole('button', { name: 'Tonkeeper' })).toBeVisible()
    })
  })

  test('without payment details yet says so', async () => {
    given({ open: [{ ...order, pay: null }] })
    server.use(call('topup/status', () => ({ data: { order: { ...order, pay: null } } })))
    await show(<Coupons />)
    await userEvent.click(await screen.findByRole('button', { name: /to pay/ }))
    expect(await screen.findByText(/The payment details are not ready yet/)).toBeVisible()
  })
})

test('coupons credited while nobody looked bring the balances up to date', async () => {
  given({ open: [], coupon: '17.500000' })
  let coupon = '12.500000'
  server.use(
    call('fishing/player_info', () => ({
      data: {
        ...(world['fishing/player_info'] as FishingPlayerInfoData),
        asset: { ...asset, coupon, ver: coupon === '12.500000' ? 214 : 215 },
      },
    })),
  )
  const { store, reads } = await exchanging()
  await store.dispatch(endpoints.endpoints.fishingPlayerInfo.initiate())
  coupon = '17.500000'
  await show(<Coupons />, { store })
  expect(await screen.findByText('17.50')).toBeVisible()
  await waitFor(() => expect(reads.count).toBe(2))
  await answered(store)
  expect(reads.count).toBe(2)
})

test('where only play is allowed no money is taken', async () => {
  given({ open: [] })
  const { store } = signedInStore()
  store.dispatch(
    sessionOpened({
      ...(world['login/telegram'] as LoginTelegramData),
      user: { ...user, region_mode: 'play' },
    }),
  )
  await show(<Coupons />, { store, language: 'zh' })
  expect(await screen.findByText(/你所在的地区暂不支持充值/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^充值/ })).toBeNull()
})

describe('records', () => {
  const lists = () =>
    server.use(
      call('coupon/records', () => ({ data: world['coupon/records'] as CouponRecordsData })),
      call('topup/records', () => ({ data: world['topup/records'] as TopupRecordsData })),
      call('shop/list', () => ({ data: world['shop/list'] })),
      call('vip/info', () => ({ data: world['vip/info'] })),
      call('topup/status', () => ({ data: { order } })),
    )

  test('of coupons name what they were about', async () => {
    lists()
    await show(<Records />)
    const line = (await screen.findByText('Shop purchase')).closest('li') as HTMLElement
    expect(line).toHaveTextContent('−5.00')
    await waitFor(() => expect(line).toHaveTextContent('· 50,000 coins'))
    const [tier, paid] = screen.getAllByText('VIP').map((title) => title.closest('li') as HTMLElement)
    await waitFor(() => expect(tier).toHaveTextContent('· Silver'))
    expect(screen.getByText('From USDT').closest('li')).toHaveTextContent('+7.50')
    expect(within(tier as HTMLElement).getByText('Coupons')).toBeInTheDocument()
    expect(within(paid as HTMLElement).getByText('USDT')).toBeInTheDocument()
    expect(paid).toHaveTextContent('· Bronze')
    expect(paid).toHaveTextContent('−5.00')
  })

  test('of top-ups show each state, and open', async () => {
    lists()
    await show(<Records />, { language: 'zh' })
    await userEvent.click(await screen.findByRole('button', { name: '充值' }))
    expect(await screen.findByText('成功')).toBeVisible()
    expect(screen.getByText('处理中')).toBeVisible()
    await userEvent.click(screen.getByText('失败'))
    expect(within(await screen.findByRole('dialog', { name: '充值' })).getByText(/订单已超时/)).toBeVisible()
  })

  test('that are empty lead to coupons', async () => {
    server.use(
      call('coupon/records', () => ({ data: { list: [], next_last_id: '', has_more: false } })),
      call('shop/list', () => ({ data: world['shop/list'] })),
      call('vip/info', () => ({ data: world['vip/info'] })),
    )
    await show(<Records />)
    expect(await screen.findByRole('link', { name: 'Get coupons' })).toHaveAttribute('href', '/pay/coupon')
  })

  test('load on page by page', async () => {
    const all = world['coupon/records'] as CouponRecordsData
    const asked: unknown[] = []
    server.use(
      call('shop/list', () => ({ data: world['shop/list'] })),
      call('vip/info', () => ({ data: world['vip/info'] })),
      call('coupon/records', (body) => {
        asked.push(body['last_id'])
        return {
          data:
            body['last_id'] === ''
              ? { list: all.list.slice(0, 2), next_last_id: '89', has_more: true }
              : { list: all.list.slice(2), next_last_id: '', has_more: false },
        }
      }),
    )
    await show(<Records />)
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect((await screen.findAllByText('VIP')).length).toBe(2)
    expect(asked).toEqual(['', '89'])
  })
})
