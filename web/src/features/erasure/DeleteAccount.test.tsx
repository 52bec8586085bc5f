import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { Toasts } from '../../ui/toast.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'

test('the account ends only with the word typed, and the day of the erasure is shown', async () => {
  const bodies: Record<string, unknown>[] = []
  server.use(
    call('user/delete', (body) => (bodies.push(body), { data: { erase_at: Date.UTC(2026, 11, 21, 12) } })),
  )
  await show(<DeleteAccount />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Delete my account' }))
  const go = sheet.getByRole('button', { name: 'Delete for good' })
  await userEvent.type(sheet.getByLabelText('Type DELETE to confirm'), 'delete')
  expect(go).toBeDisabled()
  await userEvent.clear(sheet.getByLabelText('Type DELETE to confirm'))
  await userEvent.type(sheet.getByLabelText('Type DELETE to confirm'), 'DELETE')
  await userEvent.click(go)
  expect(await screen.findByText(/destroyed on Dec 21, 2026/)).toBeVisible()
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toMatchObject({ confirm: 'DELETE' })
})

test('what was asked for before, elsewhere, is not asked for twice', async () => {
  server.use(call('user/delete', () => ({ error: 4001, message: '' })))
  await show(<DeleteAccount />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }))
  await userEvent.type(await screen.findByLabelText('Type DELETE to confirm'), 'DELETE')
  await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }))
  expect(await screen.findByText(/^Your account is closing. You can withdraw/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
})

test('a refusal is shown and nothing ends', async () => {
  server.use(call('user/delete', () => ({ error: -1008, message: '' })))
  await show(
    <>
      <DeleteAccount />
      <Toasts />
    </>,
    { language: 'zh' },
  )
  await userEvent.click(await screen.findByRole('button', { name: '删除我的账号' }))
  await userEvent.type(await screen.findByLabelText('输入 DELETE 确认'), 'DELETE')
  await userEvent.click(screen.getByRole('button', { name: '永久删除' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('系统繁忙，请重试')
})
