// What happened to a player: an event that moved several accounts shows each of them, on paper and without a mouse.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, prepareConsole, show } from '../../testing/console.tsx'
import { mara, world } from '../../testing/world.ts'

prepareConsole()

test('the timeline shows all legs of an event', async () => {
  type Timeline = { list: { event: object; moved: object[] }[] }
  const whole = (world['players/timeline'] as (body: object) => Timeline)({ player: mara })
  const leg = (account: string, asset: string, amount: string) => ({ account, asset, amount, after: '0' })
  const moved = [
    leg('gusd', 'gusd', '-100000'),
    leg('usdt', 'usdt', '100000'),
    leg('diamond', 'diamond', '7'),
  ]
  const list = whole.list.map((line, place) => (place === 1 ? { ...line, moved } : line))
  answer({ 'players/timeline': { ...whole, list } })
  await show(`/players/${mara}`)
  const rows = () => [...document.querySelectorAll<HTMLElement>('[role=grid] [role=row]')].slice(1)
  await expect.poll(() => rows().length).toBeGreaterThan(2)
  const [first, second, third] = rows()
  expect(second?.textContent).toMatch(/1,000\.00GUSD.*0\.100000USDT.*7DIA/)
  const bottom = (row: HTMLElement | undefined) => row?.getBoundingClientRect().bottom ?? 0
  expect(second?.getBoundingClientRect().top).toBe(bottom(first))
  expect(third?.getBoundingClientRect().top).toBe(bottom(second))
  await expect.element(page.getByText('GUSD').first()).toBeVisible()
})

test('within a period no line stands for the newest of all', async () => {
  const { router } = await show(`/players/${mara}?from=2026-11-01`)
  const [first] = [...document.querySelectorAll<HTMLElement>('[role=grid] [role=row]')].slice(1)
  await expect.element(page.getByRole('slider')).not.toBeInTheDocument()
  first?.click()
  await expect.poll(() => router.state.location.search).toMatch(/upto=\d+/)
})
