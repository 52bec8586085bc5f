import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { RedpacketInfoData, TeamInfoData } from '../../api/endpoints.gen.ts'
import { show } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { asset, world } from '../../testing/world.ts'
import { Where } from '../../testing/Where.tsx'
import { Toasts } from '../../ui/toast.tsx'
import { CodeEntry } from './CodeEntry.tsx'
import { packetLink } from './link.ts'
import { Packet } from './Packet.tsx'

const team = world['team/info'] as TeamInfoData
const packet = (world['redpacket/info'] as (body: { code: string }) => RedpacketInfoData)({
  code: 'HARVEST001',
})
const shown = (
  <>
    <Packet code="HARVEST001" />
    <Where />
    <Toasts />
  </>
)
const holds = (info: () => Partial<RedpacketInfoData>) =>
  server.use(call('redpacket/info', () => ({ data: { ...packet, ...info() } })))

beforeEach(() =>
  server.use(
    call('team/info', () => ({ data: team })),
    call('fishing/player_info', () => ({ data: world['fishing/player_info'] })),
  ),
)

test('opens once, shows what was in it, and the balance follows', async () => {
  let now: Partial<RedpacketInfoData> = {}
  const bodies: Record<string, unknown>[] = []
  holds(() => now)
  server.use(
    call('redpacket/claim', (body) => {
      bodies.push(body)
      now = { mine: { amount: '1.288000' }, left: 62 }
      return {
        data: { asset_type: 'usdt', amount: '1.288000', asset: { ...asset, usdt: '4.492500', ver: 400 } },
      }
    }),
  )
  const { store } = await show(shown)
  expect(await screen.findByText('37 of 100 opened')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('1.288')).toBeVisible()
  // The focus is where the seal was, which has it read out.
  expect(document.activeElement?.textContent).toMatch(/^Received.*1\.288.*USDT$/)
  expect(await screen.findByText('38 of 100 opened')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull()
  expect(bodies.map(({ code, req_id: id }) => [code, typeof id])).toEqual([['HARVEST001', 'string']])
  expect(store.getState().client.assets?.usdt).toBe('4.492500')
})

test('a packet that was opened before shows the share at once', async () => {
  holds(() => ({ asset: 'coin', mine: { amount: '9007199254740993' }, state: 'finished' }))
  await show(shown, { language: 'zh' })
  expect(await screen.findByText('9,007,199,254,740,993')).toBeVisible()
  expect(screen.getByText('已领取')).toBeVisible()
})

test.each([
  ['finished', 'en', 'You\u2019re late, it\u2019s Finished'],
  ['finished', 'zh', '来晚了，已经抢光了'],
  ['expired', 'en', 'Red packet expired'],
  ['expired', 'zh', '红包已过期'],
] as const)('%s in %s: %s', async (state, language, text) => {
  holds(() => ({ state }))
  await show(shown, { language })
  expect(await screen.findByText((found) => found.replaceAll("'", '\u2019') === text)).toBeVisible()
  expect(screen.queryByRole('button', { name: /Open|开/ })).toBeNull()
})

test('a packet that opens later counts down, can be shared meanwhile, and opens by itself', async () => {
  holds(() => ({ state: 'waiting', starts_at: Date.now() + 1_500 }))
  await show(shown)
  expect(await screen.findByText('Opens in 0:00:01')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Share this packet' })).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Open' }, { timeout: 4_000 })).toBeEnabled()
})

test('somebody was faster: it says so and shows the packet as it is', async () => {
  let now: Partial<RedpacketInfoData> = {}
  holds(() => now)
  server.use(
    call('redpacket/claim', () => ((now = { state: 'finished', left: 0 }), { error: 7202, message: '' })),
  )
  await show(shown)
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }))
  expect(await screen.findByText('100 of 100 opened')).toBeVisible()
})

test('a player who is not eligible sees what is missing', async () => {
  holds(() => ({}))
  server.use(call('redpacket/claim', () => ({ error: 7204, message: '', data: { reason: 'casts' } })))
  await show(shown)
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }))
  expect(await screen.findByText('Not eligible for this red packet')).toBeVisible()
  expect(screen.getByText(/make some casts within the week/)).toBeVisible()
})

test('a wrong code offers the field for another', async () => {
  server.use(call('redpacket/info', () => ({ error: 7201, message: '' })))
  await show(shown)
  expect(await screen.findByText('Red packet not found')).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: 'Redeem code' }), 'harvest 00-2')
  await userEvent.click(screen.getByRole('button', { name: 'Redeem' }))
  expect(screen.getByRole('status', { name: 'route' })).toHaveTextContent('/red/HARVEST002')
})

test('a code is complete with ten characters', async () => {
  await show(<CodeEntry />)
  await userEvent.type(await screen.findByRole('textbox'), 'HARVEST00')
  expect(screen.getByRole('button', { name: 'Redeem' })).toBeDisabled()
})

test('sharing needs an invite code first, and leads there', async () => {
  holds(() => ({}))
  await show(shown)
  const button = await screen.findByRole('button', { name: 'Share this packet' })
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter an invite code before sharing')
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'route' })).toHaveTextContent('/invite/index'),
  )
})

test('the link to a packet carries inviter and code in the start parameter', () => {
  expect(packetLink('https://t.me/bot/app?startapp=r_K7QM2XWA', 'HARVEST001')).toBe(
    'https://t.me/bot/app?startapp=r_K7QM2XWA__p_HARVEST001',
  )
  expect(packetLink('https://t.me/bot', 'HARVEST001')).toBe('https://t.me/bot')
})
