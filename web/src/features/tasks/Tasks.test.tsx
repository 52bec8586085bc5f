import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { PromotionListData, Task } from '../../api/endpoints.gen.ts'
import { show } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { asset, world } from '../../testing/world.ts'
import { Where } from '../../testing/Where.tsx'
import { Toasts } from '../../ui/toast.tsx'
import { TasksCard } from './TasksCard.tsx'
import { TaskSheet } from './TaskSheet.tsx'

const { list } = world['promotion/list'] as PromotionListData
const shown = (
  <>
    <TasksCard />
    <TaskSheet
      connectWallet={(onProved) => (
        <button type="button" onClick={onProved}>
          sign
        </button>
      )}
    />
    <Where />
    <Toasts />
  </>
)
const named = (id: string, parts: Partial<Task> = {}): Task => ({
  ...(list.find(({ task_id: task }) => task === id) as Task),
  ...parts,
})
const offers = (tasks: () => Task[]) =>
  server.use(call('promotion/list', () => ({ data: { list: tasks() } })))
const row = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement)

afterEach(() => void vi.unstubAllGlobals())

async function open(language: 'en' | 'zh' = 'en') {
  await show(shown, { language })
  await userEvent.click(await screen.findByRole('link', { name: language === 'en' ? /Tasks/ : /任务/ }))
}

test('the card shows how many rewards are ready and opens the list; closing leaves the screen as it was', async () => {
  offers(() => list)
  await show(shown)
  const card = await screen.findByRole('link', { name: /1 reward ready/ })
  await userEvent.click(card)
  expect(within(await screen.findByRole('list')).getAllByRole('listitem')).toHaveLength(4)
  expect(screen.getByRole('status', { name: 'route' })).toHaveTextContent('/home/index?tasks=open')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.getByRole('status', { name: 'route' })).toHaveTextContent('/home/index')
})

test('verified, the reward is received once', async () => {
  let now = named('invite')
  const bodies: unknown[] = []
  offers(() => [now])
  server.use(
    call('promotion/receive', ({ task_id: id }) => {
      bodies.push(id)
      now = named('invite', { state: 'received' })
      return { data: { task: now, asset: { ...asset, diamond: 19, ver: 500 } } }
    }),
  )
  await open('zh')
  await userEvent.click((await row('Three friends')).getByRole('button', { name: '领取' }))
  expect(await screen.findByText('奖励已领取')).toBeVisible()
  expect(await (await row('Three friends')).findByText('已领取')).toBeVisible()
  expect(bodies).toEqual(['invite'])
})

test('not done yet is shown; the next check waits as long as the server says', async () => {
  let now = named('channel')
  offers(() => [now])
  server.use(
    call(
      'promotion/verify',
      () => ((now = named('channel', { verify_after: Date.now() + 10_000 })), { error: 8003, message: '' }),
    ),
  )
  await open()
  await userEvent.click((await row('Join our channel')).getByRole('button', { name: 'Verify' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Not completed yet')
})

test('a task of our own leads to its screen, a link outside', async () => {
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  offers(() => [named('channel'), named('dives')])
  await open()
  await userEvent.click((await row('Join our channel')).getByRole('button', { name: 'Go' }))
  expect(opened).toHaveBeenCalledWith('https://t.me/deepline', '_blank', 'noopener')
  await userEvent.click((await row('Surface from ten dives')).getByRole('button', { name: 'Go' }))
  await waitFor(() => expect(screen.getByRole('status', { name: 'route' }).textContent).toBe('/'))
})

test('a link to a screen of our own stays inside; what is counted is not asked before the count is full', async () => {
  const rules = named('channel', {
    task_id: 'rules',
    type: 'visit_link',
    title: 'Read the rules',
    link: '#/info',
  })
  offers(() => [rules, named('dives')])
  server.use(call('promotion/verify', () => ({ data: { task: rules } })))
  await open()
  expect((await row('Surface from ten dives')).queryByRole('button', { name: 'Verify' })).toBeNull()
  await userEvent.click((await row('Read the rules')).getByRole('button', { name: 'Go' }))
  await waitFor(() => expect(screen.getByRole('status', { name: 'route' }).textContent).toBe('/info'))
})

test('a visit is reported to the server when the link is opened', async () => {
  vi.stubGlobal('open', vi.fn())
  const reported: unknown[] = []
  const visit = named('channel', {
    task_id: 'visit',
    type: 'visit_link',
    title: 'Look around',
    link: 'https://example.com/',
  })
  offers(() => [reported.length > 0 ? { ...visit, verify_after: Date.now() + 15_000 } : visit])
  server.use(
    call(
      'promotion/verify',
      ({ task_id: id }) => (
        reported.push(id),
        { data: { task: { ...visit, verify_after: Date.now() + 15_000 } } }
      ),
    ),
  )
  await open()
  await userEvent.click((await row('Look around')).getByRole('button', { name: 'Go' }))
  expect(await (await row('Look around')).findByRole('button', { name: /Verify in 1\d s/ })).toBeDisabled()
  expect(reported).toEqual(['visit'])
})

test('a wallet is connected in the sheet; once it is proved the task is verified at once', async () => {
  let now = named('channel', {
    task_id: 'wallet',
    type: 'wallet_connect',
    title: 'Your own wallet',
    link: null,
  })
  const verified: unknown[] = []
  offers(() => [now])
  server.use(
    call('promotion/verify', ({ task_id: id }) => {
      verified.push(id)
      now = { ...now, state: 'verified', progress: 1 }
      return { data: { task: now } }
    }),
  )
  await open()
  await userEvent.click((await row('Your own wallet')).getByRole('button', { name: 'Connect a wallet' }))
  await userEvent.click(screen.getByRole('button', { name: 'sign' }))
  expect(await (await row('Your own wallet')).findByRole('button', { name: 'Receive' })).toBeVisible()
  expect(verified).toEqual(['wallet'])
})

test('no tasks', async () => {
  offers(() => [])
  await open('zh')
  expect(await screen.findByText('暂无任务')).toBeVisible()
})
