import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FishingPlayerInfoData } from '../../api/endpoints.gen.ts'
import { endpoints } from '../../api/endpoints.gen.ts'
import { show, signedInStore } from '../../testing/render.tsx'
import { asset, world } from '../../testing/world.ts'
import { Balances } from './Balances.tsx'

async function open(part: Partial<typeof asset>) {
  const { store } = signedInStore()
  const player = world['fishing/player_info'] as FishingPlayerInfoData
  const info = { ...player, asset: { ...asset, ...part, ver: 900 } }
  await store.dispatch(endpoints.util.upsertQueryData('fishingPlayerInfo', undefined, info))
  await show(<Balances unlock={<p>the way to unlock</p>} />, { store })
}
const amountOf = (name: RegExp) => screen.getByText(name).closest('div')

test('what is locked or waits stands apart, by its own name and with the way to it', async () => {
  await open({ gusd: '0.00', gusd_bonus: '227.22', usdt_hold: '6.500000' })
  expect(await screen.findByRole('link', { name: /^USDT on hold/ })).toHaveAttribute(
    'href',
    '/withdraw/index',
  )
  expect(amountOf(/^gusd$/)).toHaveTextContent('0.00')
  expect(amountOf(/^Bonus gusd$/)).toHaveTextContent('227.22')
  expect(screen.getByText('the way to unlock')).toBeVisible()
})

test('nothing held is not mentioned', async () => {
  await open({ gusd_bonus: '0.00', usdt_hold: '0.000000' })
  expect(await screen.findByText('gusd')).toBeVisible()
  expect(screen.queryByText(/Bonus gusd/)).toBeNull()
  expect(screen.queryByText('the way to unlock')).toBeNull()
  for (const [name, to] of [
    ['Withdraw', '/withdraw/index'],
    ['Exchange', '/home/exchange'],
    ['Top up', '/pay/coupon'],
  ] as const)
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', to)
})
