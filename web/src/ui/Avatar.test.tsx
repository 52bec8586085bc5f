import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './Avatar.tsx'

const picture = 'https://t.me/i/userpic/320/a.svg'

test('a picture is shown, and what stands for it when it cannot be had', () => {
  const { container } = render(<Avatar address={picture}>fish</Avatar>)
  const image = container.querySelector('img')
  expect(image).toHaveAttribute('src', picture)
  expect(image).toHaveAttribute('referrerpolicy', 'no-referrer')
  if (image) fireEvent.error(image)
  expect(screen.getByText('fish')).toBeVisible()
})

test.each(['', 'https://elsewhere.example/a.svg', 'javascript:alert(1)'])('%j is no picture', (address) => {
  const { container } = render(<Avatar address={address}>fish</Avatar>)
  expect(container.querySelector('img')).toBeNull()
  expect(screen.getByText('fish')).toBeVisible()
})
