// Paper shows tables to their end: every row that is loaded, and nothing cut off by a frame that scrolls on the screen.
import { afterEach, expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { answer, bodiesOf, prepareConsole, show } from '../testing/console.tsx'
import { mara, world } from '../testing/world.ts'
import { chooseTheme, startTheme } from '../ui/theme.ts'

prepareConsole()

type Media = { send: (method: 'Emulation.setEmulatedMedia', params: { media: string }) => Promise<unknown> }
const media = (name: string) =>
  (cdp() as unknown as Media).send('Emulation.setEmulatedMedia', { media: name })

afterEach(async () => {
  vi.useRealTimers()
  await media('')
})

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

/** The journal in pages of 100 lines. */
function pagesOfEntries(pages: number) {
  const whole = (world['entries/list'] as (body: object) => { list: object[] })({})
  const lines = (page: number) =>
    Array.from({ length: 100 }, (_, index) => ({
      ...whole.list[0],
      id: `${page}-${index}`,
      position: 40_000 - page * 100 - index,
      leg: 0,
    }))
  answer({
    'entries/list': ({ before }: { before?: string }) => {
      const page = Number(before ?? 0)
      return { ...whole, list: lines(page), next: page + 1 < pages ? String(page + 1) : null }
    },
  })
}

const rowsDrawn = () =>
  page.getByRole('grid', { name: 'Entries' }).element().querySelectorAll('[role=row]').length

test('300 lines in pages of 100 are printed with all of them', async () => {
  // However slow the machine is, the list is not asked for again because it stands for a while.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  pagesOfEntries(3)
  const printed = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined)
  await show('/entries')
  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => printed.mock.calls.length).toBe(1)
  await print()
  await expect.poll(rowsDrawn).toBe(301)
  expect(bodiesOf('entries/list').map(({ before = null }) => before)).toEqual([null, '1', '2'])
  await media('')
  dispatchEvent(new Event('afterprint'))
})

test('paper that ends before its list says so', async () => {
  pagesOfEntries(30)
  const printed = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined)
  await show('/entries')
  await expect.poll(rowsDrawn).toBeGreaterThan(10)
  dispatchEvent(new KeyboardEvent('keydown', { key: 'p', ctrlKey: true }))
  await expect.poll(() => printed.mock.calls.length, { timeout: 120_000 }).toBe(1)
  await print()
  await expect.element(page.getByText('This paper ends after 2,000 rows; the list goes on.')).toBeVisible()
  dispatchEvent(new Event('afterprint'))
})

/** What does not show all it has: it is cut where it ends, or stands over what is beside it. */
function cut(container: Element): string[] {
  const isCut = (part: Element) => {
    const { overflowX, overflowY, display } = getComputedStyle(part)
    const isCell = part.matches('[role=gridcell], [role=columnheader]')
    const [wide, high] = [part.scrollWidth > part.clientWidth + 1, part.scrollHeight > part.clientHeight + 1]
    if (part.clientHeight === 0 || display === 'inline') return false
    return (high && (isCell || overflowY !== 'visible')) || (wide && (isCell || overflowX !== 'visible'))
  }
  return [...container.querySelectorAll('*')]
    .filter(isCut)
    .map((part) => `${part.className} ${part.textContent.slice(0, 80)}`)
}

/** Rows that stand over the next one. */
const overlapping = (container: Element) =>
  [...container.querySelectorAll('[role=rowgroup] > [role=row]')].filter((row) => {
    const next = row.nextElementSibling?.getBoundingClientRect().top ?? Infinity
    return row.getBoundingClientRect().bottom > next + 1
  })

/** A sheet without its margins. */
const landscape = [1031, 688] as const
const portrait = [703, 1016] as const

/** Lists with cells that are longer than their columns. */
const long = [
  '/entries',
  '/registers',
  '/registers?register=approvals',
  '/events',
  `/players/${mara}`,
  '/player-list',
  '/desks/withdrawals?state=all',
  '/desks/cases',
  '/desks/proposals',
  '/audits?job=1',
]

test.each(long)('cells of %s are on paper to their end', async (path) => {
  await page.viewport(...landscape)
  const { container } = await show(path)
  await print()
  await expect.poll(() => cut(container)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  expect(overlapping(container)).toEqual([])
  dispatchEvent(new Event('afterprint'))
})

/** Reports of the books, and the sheet that they are on. */
const reports = [
  ['/trial', portrait],
  ['/financials?from=41000', portrait],
  ['/restatement?period=2026-09', landscape],
  ['/desks/periods?open=2026-09', portrait],
  ['/desks/days?open=2026-11-20', portrait],
] as const

test.each(reports)('tables of %s are as wide as the sheet, and only they are on it', async (path, sheet) => {
  await page.viewport(sheet[0], sheet[1])
  const { container } = await show(path)
  await expect.element(page.getByRole('table').first()).toBeVisible()
  await print()
  await expect.poll(() => cut(container)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  expect(getComputedStyle(document.body).getPropertyValue('page')).toBe(sheet === portrait ? 'auto' : 'wide')
  const pressed = [...container.querySelectorAll('button:not(td *), nav, [role=grid]')]
  expect(pressed.filter((part) => part.checkVisibility()).map((part) => part.textContent)).toEqual([])
  dispatchEvent(new Event('afterprint'))
})

test('paper says who printed it and when, and is light in the dark', async () => {
  await show('/trial')
  document.documentElement.dataset['theme'] = 'dark'
  await print()
  await expect.element(page.getByText(/^Printed by .+, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)).toBeVisible()
  const style = getComputedStyle(document.body)
  expect(style.backgroundColor).toBe('rgb(255, 255, 255)')
  expect(style.getPropertyValue('--printed')).toMatch(/^"Trial balance/)
  delete document.documentElement.dataset['theme']
  dispatchEvent(new Event('afterprint'))
  await expect.element(page.getByText(/^Printed by/)).not.toBeInTheDocument()
})

test('every asset of the trial balance is on paper, without a frame that scrolls', async () => {
  const { container } = await show('/trial')
  await print()
  expect(cut(container)).toEqual([])
  await expect.element(page.getByRole('navigation', { name: 'Screens' })).not.toBeInTheDocument()
  for (const asset of ['USDT', 'COIN', 'DIA'])
    await expect.element(page.getByRole('table', { name: `Trial balance ${asset}` })).toBeVisible()
})

/** Whether the chart that is open has a pixel of this colour. */
function isDrawnIn(colour: readonly number[]): boolean {
  const canvas = page
    .getByRole('img', { name: /^USDT by day/ })
    .element()
    .querySelector('canvas')
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  return Array.from({ length: pixels.length / 4 }, (_, at) => at * 4).some((at) =>
    colour.every((value, part) => pixels[at + part] === value),
  )
}

test('a chart that is dark on the screen is light on paper', async () => {
  const [dark, light] = [
    [0x29, 0x32, 0x3c],
    [0xdc, 0xe1, 0xe7],
  ]
  startTheme()
  chooseTheme('dark')
  await show('/overview')
  await expect.poll(() => isDrawnIn(dark)).toBe(true)
  expect(isDrawnIn(light)).toBe(false)
  dispatchEvent(new Event('beforeprint'))
  // The browser runs what is queued so before it takes its picture.
  await new Promise<void>(queueMicrotask)
  expect([isDrawnIn(dark), isDrawnIn(light)]).toEqual([false, true])
  dispatchEvent(new Event('afterprint'))
  await expect.poll(() => isDrawnIn(dark)).toBe(true)
  chooseTheme('light')
})
