import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { PlaySession } from '../../api/endpoints.gen.ts'
import { show } from '../../testing/render.tsx'
import { Where } from '../../testing/Where.tsx'
import { halfHours, RealitySheet } from './RealitySheet.tsx'

const minuteMs = 60_000
const session = (minutes: number): PlaySession => ({
  started_at: Date.now() - minutes * minuteMs,
  staked: 12_400,
  won: '10800.00',
  net: '-1600.00',
})

/** A game with one button that plays. */
function Game({ known, now }: { known: PlaySession; now: () => PlaySession | null }) {
  const [busy, setBusy] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setBusy(!busy)}>
        {busy ? 'End' : 'Play'}
      </button>
      <RealitySheet session={known} busy={busy} covered={false} refetch={async () => now()} />
      <Where />
    </>
  )
}

test('half hours are counted from the first dive', () => {
  expect([0, 29, 30, 59, 95].map((minutes) => halfHours(session(minutes), Date.now()))).toEqual([
    0, 0, 1, 1, 3,
  ])
  expect(halfHours({ ...session(0), started_at: 0 }, Date.now())).toBe(0)
})

test('after half an hour of play it says how the session stands, once, and between two commands', async () => {
  const known = session(31)
  await show(<Game known={known} now={() => known} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Play' }))
  expect(screen.queryByRole('dialog', { name: 'Time for a short check' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'End' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Time for a short check' }))
  expect(sheet.getByText(/^0:31:\d\d$/)).toBeVisible()
  expect(sheet.getByText('12,400')).toBeVisible()
  expect(sheet.getByText('−1,600.00')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Play on' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Play' }))
  await userEvent.click(screen.getByRole('button', { name: 'End' }))
  expect(screen.queryByText('12,400')).toBeNull()
})

test('a session of yesterday that the server has ended since says nothing', async () => {
  const now = vi.fn(() => session(0))
  await show(<Game known={session(20 * 60)} now={now} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Play' }))
  await userEvent.click(screen.getByRole('button', { name: 'End' }))
  await waitFor(() => expect(now).toHaveBeenCalledOnce())
  expect(screen.queryByText('12,400')).toBeNull()
})

test('without an answer it counts as not shown, and is shown after the next command', async () => {
  const known = session(31)
  const now = vi.fn<() => PlaySession | null>(() => null)
  await show(<Game known={known} now={now} />)
  const playOnce = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Play' }))
    await userEvent.click(screen.getByRole('button', { name: 'End' }))
  }
  await playOnce()
  await waitFor(() => expect(now).toHaveBeenCalledOnce())
  now.mockReturnValue(known)
  await playOnce()
  expect(await screen.findByRole('dialog', { name: 'Time for a short check' })).toBeVisible()
})

test('a break leads to the limits', async () => {
  const known = session(61)
  await show(<Game known={known} now={() => known} />, { language: 'zh' })
  await userEvent.click(await screen.findByRole('button', { name: 'Play' }))
  await userEvent.click(screen.getByRole('button', { name: 'End' }))
  await userEvent.click(await screen.findByRole('button', { name: '休息一下' }))
  expect(screen.getByRole('status', { name: 'route' })).toHaveTextContent('/profile?section=limits')
})
