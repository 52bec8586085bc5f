import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { Toasts } from '../../ui/toast.tsx'
import { MessagesPanel } from './MessagesPanel.tsx'

const panel = (
  <>
    <MessagesPanel />
    <Toasts />
  </>
)

/** Answers as the server does: a choice ends a block. */
function messages(blocked = false) {
  const bodies: Record<string, unknown>[] = []
  let now = { checkin: false, withdrawal: true, friend: false, bonus: false, blocked }
  server.use(
    call('messages/info', () => ({ data: { messages: now } })),
    call('messages/set', (body) => {
      bodies.push(body)
      const { checkin, withdrawal, friend, bonus } = body as typeof now
      now = { checkin, withdrawal, friend, bonus, blocked: false }
      return { data: { messages: now } }
    }),
  )
  return bodies
}

test('a switch is on at once and the whole choice is sent', async () => {
  const bodies = messages()
  await show(panel)
  expect(await screen.findByRole('switch', { name: /^Withdrawals/ })).toBeChecked()
  const friends = screen.getByRole('switch', { name: /^Friends/ })
  expect(friends).not.toBeChecked()
  await userEvent.click(friends)
  expect(friends).toBeChecked()
  await waitFor(() =>
    expect(bodies).toMatchObject([{ checkin: false, withdrawal: true, friend: true, bonus: false }]),
  )
  expect(screen.queryByRole('status', { name: /blocked/ })).toBeNull()
})

test('a choice that is not taken goes back with its reason', async () => {
  messages()
  server.use(call('messages/set', () => ({ error: -1008, message: '' })))
  await show(panel, { language: 'zh' })
  const bonus = await screen.findByRole('switch', { name: /^奖励/ })
  await userEvent.click(bonus)
  expect(await screen.findByRole('alert')).toHaveTextContent('系统繁忙，请重试')
  expect(bonus).not.toBeChecked()
})

test('who blocked the bot sees it, and the same choice ends it', async () => {
  const bodies = messages(true)
  await show(panel)
  expect(await screen.findByText(/The bot cannot write to you/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Turn on again' }))
  expect(await screen.findByText('Messages are on again')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/The bot cannot write to you/)).toBeNull())
  expect(bodies).toMatchObject([{ withdrawal: true, friend: false }])
})

test('without an answer there is a card to try again', async () => {
  server.use(call('messages/info', () => ({ error: -1, message: '' })))
  await show(panel)
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
})
