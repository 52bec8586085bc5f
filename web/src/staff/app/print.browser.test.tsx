// Paper shows tables to their end: every row that is loaded, and nothing cut off by a frame that scrolls on the screen.
import { afterEach, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { answer, prepareConsole, show } from '../testing/console.tsx'
import { world } from '../testing/world.ts'

prepareConsole()

type Media = { send: (method: 'Emulation.setEmulatedMedia', params: { media: string }) => Promise<unknown> }
const media = (name: string) =>
  (cdp() as unknown as Media).send('Emulation.setEmulatedMedia', { media: name })

afterEach(() => media(''))

async function print() {
  await media('print')
  dispatchEvent(new Event('beforeprint'))
}

test('a list of 72 lines is printed with all of them', async () => {
  const whole = (world['entries/list'] as (body: object) => { list: object[] })({})
  const lines = Array.from({ length: 72 }, (_, index) => ({
    ...whole.list[0],
    position: 40_000 - index,
    leg: 0,
  }))
  answer({ 'entries/list': { ...whole, list: lines, next: null } })
  await show('/entries')
  const drawn = () =>
    page.getByRole('grid', { name: 'Entries' }).element().querySelectorAll('[role=row]').length
  await expect.poll(drawn).toBeLessThan(73)
  await print()
  await expect.poll(drawn).toBe(73)
  await media('')
  dispatchEvent(new Event('afterprint'))
  await expect.poll(drawn).toBeLessThan(73)
})

test('every asset of the trial balance is on paper, without a frame that scrolls', async () => {
  const { container } = await show('/trial')
  await print()
  const cut = [...container.querySelectorAll('*')].filter((part) => {
    const { overflowY } = getComputedStyle(part)
    return (
      overflowY !== 'visible' &&
      part.getAttribute('role') !== 'gridcell' &&
      part.scrollHeight > part.clientHeight + 1 &&
      part.clientHeight > 0
    )
  })
  expect(cut.map((part) => part.className)).toEqual([])
  await expect.element(page.getByRole('navigation', { name: 'Screens' })).not.toBeInTheDocument()
  for (const asset of ['USDT', 'COIN', 'DIA'])
    await expect.element(page.getByRole('table', { name: `Trial balance ${asset}` })).toBeVisible()
})
