import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  endpoints,
  type SystemConfigData,
  type TeamInfoData,
  type TeamRecord,
} from '../../api/endpoints.gen.ts'
import InvitePage from '../../pages/invite/index.tsx'
import { show, signedInStore } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { asset, world } from '../../testing/world.ts'
import { Toasts } from '../../ui/toast.tsx'
import { percent } from './ShareLink.tsx'

const team = world['team/info'] as TeamInfoData
const bound: TeamInfoData = { ...team, invite_entered: true }
const { list } = world['team/records'] as { list: TeamRecord[] }
const page = (
  <>
    <InvitePage />
    <Toasts />
  </>
)
// jsdom has no layout to scroll.
Element.prototype.scrollIntoView ??= () => undefined
const copied = vi.fn(async (_text: string) => undefined)

beforeEach(() => {
  copied.mockClear()
  lend('clipboard', { writeText: copied })
})
afterEach(() => ['clipboard', 'share'].forEach((name) => Reflect.deleteProperty(navigator, name)))

/** Gives the device something that jsdom does not have. */
function lend(name: 'clipboard' | 'share', value: unknown) {
  Object.defineProperty(navigator, name, { configurable: true, value })
}

function answer(info: () => TeamInfoData) {
  server.use(
    call('team/info', () => ({ data: info() })),
    call('team/records', () => ({ data: world['team/records'] })),
  )
}

test('the link is not shared before an invite code was entered, and the field for it is shown', async () => {
  answer(() => team)
  await show(page)
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter an invite code before sharing')
  expect(screen.getByRole('textbox', { name: 'Invite code' })).toHaveFocus()
  expect(copied).not.toHaveBeenCalled()
})

test('friends who bring no more rebates are named in plain words, and only then', async () => {
  answer(() => ({ ...bound, tied_friends: 2 }))
  const { unmount } = await show(page)
  const note = /^2 friends share a device, payout address or identity with you and bring no more rebates/
  expect(await screen.findByText(note)).toBeVisible()
  unmount()
  answer(() => bound)
  await show(page)
  await screen.findByText('Valid invites')
  expect(screen.queryByText(/no more rebates/)).toBeNull()
})

test('where nothing can share, the link is copied', async () => {
  answer(() => bound)
  await show(page)
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
  expect(await screen.findByText('Copy successfully')).toBeVisible()
  expect(copied).toHaveBeenCalledWith(team.invite_link)
})

test('the device\u2019s own share sheet comes before copying', async () => {
  const shared = vi.fn(async () => undefined)
  lend('share', shared)
  answer(() => bound)
  await show(page)
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
  await waitFor(() =>
    expect(shared).toHaveBeenCalledWith({ url: team.invite_link, text: 'Come fishing with me in Deep Line' }),
  )
  expect(copied).not.toHaveBeenCalled()
})

test('a code is entered as people write it; a wrong one is shown at the field', async () => {
  let now = team
  const codes: unknown[] = []
  answer(() => now)
  server.use(
    call('team/bind', ({ code, req_id: id }) => {
      codes.push(code, typeof id)
      if (codes.length === 2) return { error: 7001, message: '' }
      now = bound
      return { data: { invite_entered: true, inviter: { nickname: 'Tomo' } } }
    }),
    call('user/info', () => ({ data: world['user/info'] })),
  )
  await show(page)
  const field = await screen.findByRole('textbox', { name: 'Invite code' })
  await userEvent.type(field, 'k7qm 2xwa')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Invite code invalid')).toBeVisible()
  await userEvent.type(field, '{Backspace}')
  expect(screen.queryByText('Invite code invalid')).not.toBeInTheDocument()
  await userEvent.type(field, 'a')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('You were invited by Tomo')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Invite code' })).toBeNull())
  expect(codes).toEqual(['K7QM2XWA', 'string', 'K7QM2XWA', 'string'])
})

test('who knows nobody enters the official code that the configuration names', async () => {
  let now = team
  const codes: unknown[] = []
  answer(() => now)
  server.use(
    call('team/bind', ({ code }) => {
      codes.push(code)
      now = bound
      return { data: { invite_entered: true, inviter: null } }
    }),
    call('user/info', () => ({ data: world['user/info'] })),
  )
  const { store } = signedInStore()
  const config = world['system/config'] as SystemConfigData
  await store.dispatch(endpoints.util.upsertQueryData('systemConfig', undefined, config))
  await show(page, { store })
  expect(
    await screen.findByText(/^No code at hand\? Our official code DEEPSEA1 opens sharing too/),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Use our official code' }))
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Code accepted. You can share your link now')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Invite code' })).toBeNull())
  expect(codes).toEqual(['DEEPSEA1'])
})

test('records page by last_id and each is received once', async () => {
  const bodies: Record<string, unknown>[] = []
  let received = false
  server.use(
    call('team/info', () => ({ data: bound })),
    call('team/records', (body) => {
      bodies.push(body)
      const [first, ...others] = list
      const shown = first && received ? [{ ...first, state: 'received' }, ...others] : list
      const second = body['last_id'] === '01JREC4'
      return {
        data: {
          list: second ? shown.slice(2) : shown.slice(0, 2),
          next_last_id: second ? '' : '01JREC4',
          has_more: !second,
        },
      }
    }),
    call('team/receive', (body) => {
      expect(body['record_id']).toBe('01JREC5')
      received = true
      return {
        data: { record: { ...list[0], state: 'received' }, asset: { ...asset, diamond: 16, ver: 300 } },
      }
    }),
  )
  const { store } = await show(page)
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('That is everything')).toBeVisible()
  expect(bodies.slice(0, 2).map(({ last_id: last, size }) => [last, size])).toEqual([
    ['', 20],
    ['01JREC4', 20],
  ])
  await userEvent.click(screen.getAllByRole('button', { name: 'receive' })[0] as HTMLElement)
  await waitFor(() => expect(screen.getAllByText('Claimed')).toHaveLength(3))
  expect(store.getState().client.assets?.diamond).toBe(16)
})

test('a part that the day\u2019s limit left waits for tomorrow, and the player sees it', async () => {
  answer(() => bound)
  server.use(call('team/receive', () => ({ data: { record: list[1], asset } })))
  await show(page)
  fireEvent.click((await screen.findAllByRole('button', { name: 'receive' }))[1] as HTMLElement)
  expect(await screen.findByText(/the rest can be received tomorrow/)).toBeVisible()
})

test('in Chinese: promise, totals, records and the empty list', async () => {
  answer(() => bound)
  server.use(call('team/records', () => ({ data: { list: [], next_last_id: '', has_more: false } })))
  await show(page, { language: 'zh' })
  expect(await screen.findByText('1 位好友 = 2 钻石，每日最多 50 钻石')).toBeVisible()
  expect(
    within(screen.getByText('累计收益').parentElement as HTMLElement).getByText('0.020652'),
  ).toBeVisible()
  expect(await screen.findByText('邀请你的第一位好友')).toBeVisible()
})

test.each([
  ['0.05', '5%'],
  ['0.01', '1%'],
  ['0.005', '0.5%'],
  ['1', '100%'],
  ['0.125', '12.5%'],
  ['0.10', '10%'],
])('a rate of %s is %s', (rate, text) => {
  expect(percent(rate)).toBe(text)
})
