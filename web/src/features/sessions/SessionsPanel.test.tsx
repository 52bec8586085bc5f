import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { SessionListData } from '../../api/endpoints.gen.ts'
import { show } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { world } from '../../testing/world.ts'
import { Toasts } from '../../ui/toast.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'

const panel = (
  <>
    <SessionsPanel />
    <Toasts />
  </>
)

/** Answers as the server does: what was ended is in no later list. */
function sessions() {
  const bodies: Record<string, unknown>[] = []
  let { list } = world['session/list'] as SessionListData
  server.use(
    call('session/list', () => ({ data: { list } })),
    call('session/end', (body) => {
      bodies.push(body)
      const ended = body['session']
      list = list.filter(({ session, current }) => current || (ended !== null && session !== ended))
      return { data: { list } }
    }),
  )
  return bodies
}

test('shows where the account is open, and the own device has no button', async () => {
  sessions()
  await show(panel)
  const rows = await screen.findAllByRole('listitem')
  expect(rows).toHaveLength(3)
  const own = within(rows[0] as HTMLElement)
  expect(own.getByText('Android')).toBeVisible()
  expect(own.getByText('This device')).toBeVisible()
  expect(own.queryByRole('button')).toBeNull()
  expect(within(rows[1] as HTMLElement).getByText(/^Last used /)).toBeVisible()
})

test('ends one session, then all others', async () => {
  const bodies = sessions()
  await show(panel)
  await userEvent.click(await screen.findByRole('button', { name: 'End the session on iPhone or iPad' }))
  expect(await screen.findByText('Ended')).toBeVisible()
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'End all others' }))
  expect(await screen.findByText('Your account is open nowhere else.')).toBeVisible()
  expect(bodies).toMatchObject([{ session: 'b2c3d4e5f6a70819' }, { session: null }])
})

test('a refusal is shown and nothing is taken from the list', async () => {
  sessions()
  server.use(call('session/end', () => ({ error: -1008, message: '' })))
  await show(panel, { language: 'zh' })
  await userEvent.click(await screen.findByRole('button', { name: '结束所有其他会话' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('系统繁忙，请重试')
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
})
