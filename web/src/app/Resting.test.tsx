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

test('a closed account says how long money can go out, also without the day', async () => {
  await show(<Resting rest={{ kind: 'closing', untilMs: null }} />, { language: 'zh' })
  expect(await screen.findByRole('heading', { name: '你的账号已关闭' })).toBeVisible()
  expect(screen.getByText(/^请在申请后 30 天内提现/)).toBeVisible()
})

test('a frozen account cannot withdraw and is not offered to', async () => {
  await show(<Resting rest={{ kind: 'frozen', untilMs: null }} />)
  expect(await screen.findByRole('heading', { name: 'Your account is frozen' })).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Withdraw/ })).toBeNull()
})
