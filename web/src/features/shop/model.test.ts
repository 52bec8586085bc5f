import { expect, test } from 'vitest'
import type { Item, ShopListData } from '../../api/endpoints.gen.ts'
import { world } from '../../testing/world.ts'
import { artOf, closedFor, piecesLeft, totalOf } from './model.ts'

const plain = (world['shop/list'] as ShopListData).list.find(({ item_id }) => item_id === 'coins_5') as Item

test.each<[string, Partial<Item>, number, ReturnType<typeof closedFor>]>([
  ['without bounds up to a hundred', {}, 100, null],
  ['what the limit leaves', { limit: { n: 5, per: 'day' }, bought: 2 }, 3, null],
  ['nothing beyond the limit', { limit: { n: 5, per: 'day' }, bought: 5 }, 0, 'limit'],
  ['what the stock leaves', { stock: 2 }, 2, null],
  ['nothing of an empty stock', { stock: 0 }, 0, 'soldOut'],
  ['one as the first purchase', { first_buy: true }, 1, null],
])('pieces: %s', (_name, part, pieces, closed) => {
  expect(piecesLeft({ ...plain, ...part })).toBe(pieces)
  expect(closedFor({ ...plain, ...part })).toBe(closed)
})

test('the price of several pieces is exact', () => {
  expect(totalOf({ ...plain, price: '0.990000' }, 3)).toBe('2.970000')
  expect(totalOf({ ...plain, price: '9007199254.740993' }, 100)).toBe('900719925474.099300')
})

test('the pile grows with the coins', () => {
  expect(
    [
      { coin_paid: 0, coin_promo: 0 },
      { coin_paid: 10_000, coin_promo: 0 },
      { coin_paid: 50_000 },
      { coin_paid: 100_000 },
      { coin_paid: 500_000 },
    ].map((part) => artOf({ ...plain, ...part })),
  ).toEqual(['diamonds', 'coins1', 'coins2', 'coins3', 'coins4'])
})
