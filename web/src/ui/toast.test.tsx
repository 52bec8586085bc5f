import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast, toastError, Toasts } from './toast.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a message goes after 2,000 ms (domain §10.9); an error is an alert', () => {
  render(<Toasts />)
  act(() => toast('Copy successfully', 'good'))
  act(() => toast('Not enough coins', 'bad'))
  expect(screen.getByRole('alert')).toHaveTextContent('Not enough coins')
  act(() => void vi.advanceTimersByTime(1_999))
  expect(screen.getByText('Copy successfully')).toBeVisible()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText('Copy successfully')).toBeNull()
})

test('the same message twice is shown once, and never more than three at once', () => {
  render(<Toasts />)
  act(() => ['a', 'a', 'b', 'c', 'd'].forEach((text) => toast(text)))
  expect(screen.queryByText('a')).toBeNull()
  expect(['b', 'c', 'd'].every((text) => screen.queryAllByText(text).length === 1)).toBe(true)
})

test('who declines the terms sees no error about them', () => {
  render(<Toasts />)
  act(() => toastError({ kind: 'server', code: -1010, message: '', data: null }))
  expect(screen.queryByRole('alert')).toBeNull()
})
