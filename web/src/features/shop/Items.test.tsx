import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Item, LoginTelegramData, ShopListData } from '../../api/endpoints.gen.ts'
import { sessionOpened } from '../../api/session.ts'
import { show, signedInStore } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { asset, user, world } from '../../testing/world.ts'
import { Toasts } from '../../ui/toast.tsx'
import { Items } from './Items.tsx'

const shop = world['shop/list'] as ShopListData
const item = (id: string) => shop.list.find(({ item_id }) => item_id === id) as Item
const listed = (data: ShopListData = shop) => call('shop/list', () => ({ data }))
const openShop = () =>
  show(
    <>
      <Items />
      <Toasts />
    </>,
  )

test('shows the first purchase on top, limits, what is left and what is sold out', async () => {
  server.use(listed())
  await openShop()
  expect(await screen.findByRole('button', { name: /^First purchase\s*First-cast pack/ })).toHaveTextContent(
    '0.99',
  )
  expect(screen.getByRole('button', { name: /^60 diamonds/ })).toHaveTextContent('2 of 5 today')
  expect(screen.getByRole('button', { name: /^500,000 coins/ })).toHaveTextContent('12 left')
  expect(screen.getByRole('button', { name: /^Regatta pack.*Sold out$/ })).toBeDisabled()
})

test('buys several pieces at the price that was shown', async () => {
  const bodies: Record<string, unknown>[] = []
  server.use(
    listed(),
    call(
      'shop/buy',
      (body) => (
        bodies.push(body),
        { data: { item: item('coins_5'), asset: { ...asset, coupon: '2.500000', ver: 400 } } }
      ),
    ),
  )
  const { store } = await openShop()
  await userEvent.click(await screen.findByRole('button', { name: /^50,000 coins/ }))
  const sheet = within(await screen.findByRole('dialog', { name: '50,000 coins' }))
  await userEvent.click(sheet.getByRole('button', { name: 'More' }))
  expect(sheet.getByText('100,000')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Buy for 10.00 coupons' }))
  expect(await screen.findByText('2 x 50,000 coins bought')).toBeVisible()
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toMatchObject({ item_id: 'coins_5', price: '5.000000', count: 2 })
  expect(bodies[0]?.['req_id']).toBeTypeOf('string')
  expect(store.getState().client.assets?.coupon).toBe('2.500000')
})

test('no more pieces than the limit leaves', async () => {
  server.use(listed({ list: [{ ...item('diamonds_60'), bought: 4 }] }))
  await openShop()
  await userEvent.click(await screen.findByRole('button', { name: /^60 diamonds/ }))
  expect(within(await screen.findByRole('dialog')).queryByRole('button', { name: 'More' })).toBeNull()
})

test('a price that changed is shown and asked for again', async () => {
  let price = '1.000000'
  const bodies: Record<string, unknown>[] = []
  server.use(
    call('shop/list', () => ({ data: { list: [{ ...item('coins_1'), price }] } })),
    call('shop/buy', (body) => {
      bodies.push(body)
      if (body['price'] === '1.200000') return { data: { item: { ...item('coins_1'), price }, asset } }
      price = '1.200000'
      return { error: 5104, message: '' }
    }),
  )
  await openShop()
  await userEvent.click(await screen.findByRole('button', { name: /^10,000 coins/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Buy for 1.00 coupons' }))
  expect(await screen.findByText('Price changed, please check')).toBeVisible()
  expect(await screen.findByText(/The price changed to 1.20/)).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Buy for 1.20 coupons' }))
  expect(await screen.findByText('1 x 10,000 coins bought')).toBeVisible()
  expect(bodies.map((body) => body['price'])).toEqual(['1.000000', '1.200000'])
})

test.each([
  [5002, '余额不足，需要充值', '立即充值'],
  [2005, /你的 USDT 足以支付/, '用 USDT 换点券'],
] as const)('short of coupons (%i) it leads on', async (error, words, link) => {
  server.use(
    listed(),
    call('shop/buy', () => ({ error, message: '' })),
  )
  await show(<Items />, { language: 'zh' })
  await userEvent.click(await screen.findByRole('button', { name: /^10,000 coins/ }))
  await userEvent.click(await screen.findByRole('button', { name: '购买（1.00 点券）' }))
  const sheet = within(await screen.findByRole('dialog', { name: '点券不足' }))
  expect(sheet.getByText(words)).toBeVisible()
  expect(sheet.getByRole('link', { name: link })).toHaveAttribute(
    'href',
    '/pay/coupon?price=1.000000&back=%2Fpay%2Fshop%3Fitem%3Dcoins_1%26count%3D1',
  )
})

test('back from the top-up the purchase stands as it was left', async () => {
  server.use(listed())
  await show(<Items />, { at: '/pay/shop?item=coins_5&count=2' })
  const sheet = within(await screen.findByRole('dialog', { name: '50,000 coins' }))
  expect(sheet.getByRole('button', { name: 'Buy for 10.00 coupons' })).toBeEnabled()
})

test.each([
  [5101, 'Maximum purchase count reached'],
  [5102, 'Sold out'],
  [5103, 'Item not on sale'],
])('refused with %i it says why and closes', async (error, words) => {
  server.use(
    listed({ list: [item('coins_1')] }),
    call('shop/buy', () => ({ error, message: '' })),
  )
  await openShop()
  await userEvent.click(await screen.findByRole('button', { name: /^10,000 coins/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Buy for 1.00 coupons' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(screen.queryByRole('dialog', { name: '10,000 coins' })).toBeNull()
})

test('who has bought before is not offered the first purchase', async () => {
  server.use(listed())
  const { store } = signedInStore()
  store.dispatch(
    sessionOpened({ ...(world['login/telegram'] as LoginTelegramData), user: { ...user, first_buy: false } }),
  )
  await show(<Items />, { store })
  expect(await screen.findByRole('button', { name: /^10,000 coins/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /First-cast pack/ })).toBeNull()
})

test('an empty shop says so', async () => {
  server.use(listed({ list: [] }))
  await show(<Items />, { language: 'zh' })
  expect(await screen.findByText('暂无商品')).toBeVisible()
})
