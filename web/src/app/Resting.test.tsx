import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/render.tsx'
import Resting from './Resting.tsx'

test('a break says until when, and leads to money and help', async () => {
  await show(<Resting rest={{ kind: 'break', untilMs: Date.UTC(2027, 4, 1, 12) }} />)
  expect(await screen.findByRole('heading', { name: 'You are on a break' })).toBeVisible()
  expect(screen.getByText(/^Your break ends on May 1, 2027/)).toBeVisible()
  expect(screen.getByRole('link', { name: /^Withdraw/ })).toHaveAttribute('href', '/withdraw/index')
  expect(screen.getByRole('link', { name: /^Help/ })).toHaveTextContent('Nobody can end a break early.')
})

test('an account that closes says until when money can go out', async () => {
  const rest = { kind: 'closing', untilMs: Date.UTC(2027, 4, 1, 12) } as const
  const { unmount } = await show(<Resting rest={rest} />)
  expect(await screen.findByRole('heading', { name: 'Your account is closing' })).toBeVisible()
  expect(screen.getByText(/Withdraw what is yours before May 1, 2027, /)).toBeVisible()
  expect(screen.getByRole('link', { name: /^Withdraw/ })).toHaveTextContent('until May 1, 2027')
  unmount()
  await show(<Resting rest={rest} />, { language: 'zh' })
  expect(await screen.findByRole('heading', { name: '你的账号正在关闭' })).toBeVisible()
  expect(screen.getByText(/请在2027年5月1日 .*之前提现/)).toBeVisible()
})

test('a frozen account cannot withdraw and is not offered to', async () => {
  await show(<Resting rest={{ kind: 'frozen' }} />)
  expect(await screen.findByRole('heading', { name: 'Your account is frozen' })).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Withdraw/ })).toBeNull()
})
