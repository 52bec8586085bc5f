import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FishingPlayerInfoData } from '../../api/endpoints.gen.ts'
import { show } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { asset, world } from '../../testing/world.ts'
import { Toasts } from '../../ui/toast.tsx'
import { FreeCoins } from './FreeCoins.tsx'

const player = world['fishing/player_info'] as FishingPlayerInfoData
const withFree = (can_receive: boolean, reason: number): FishingPlayerInfoData => ({
  ...player,
  free_coin: { amount: 1000, floor: 1000, can_receive, reason },
})

test.each([
  [4003, 'How free coins work', '/info?section=coins'],
  [4004, 'How free coins work', '/info?section=coins'],
  [4005, 'Check in instead', '/home/signin'],
])('closed for reason %i it says why and leads on', async (reason, link, to) => {
  server.use(call('fishing/player_info', () => ({ data: withFree(false, reason) })))
  await show(<FreeCoins />)
  expect(await screen.findByRole('link', { name: link })).toHaveAttribute('href', to)
  expect(screen.getByRole('button')).toBeDisabled()
})

test('open, it claims once and shows the new balance', async () => {
  let now = withFree(true, 0)
  const bodies: Record<string, unknown>[] = []
  server.use(
    call('fishing/player_info', () => ({ data: now })),
    call('fishing/receive_free_coin', (body) => {
      bodies.push(body)
      now = withFree(false, 4005)
      return { data: { coin: 1000, asset: { ...asset, coin: 1500, ver: 300 } } }
    }),
  )
  await show(
    <>
      <FreeCoins />
      <Toasts />
    </>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Claim' }))
  expect(await screen.findByText('1,000 coins received')).toBeVisible()
  expect(await screen.findByText('1,500')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Claimed' })).toBeDisabled()
  expect(bodies).toHaveLength(1)
  expect(bodies[0]?.['req_id']).toBeTypeOf('string')
})
