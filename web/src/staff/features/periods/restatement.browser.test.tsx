// Restatement: a period's close beside now, each differing event a link; no difference, nothing closed, a refusal.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { world } from '../../testing/world.ts'
import { en } from '../../texts/en/index.ts'
import { setTexts } from '../../texts/index.ts'
import { zh } from '../../texts/zh/index.ts'

prepareConsole()
afterEach(() => setTexts(en))

const data = world['periods/restate'] as object

test('the newest closed month is compared with its own close, and each event leads to its screen', async () => {
  const { container, router } = await show('/restatement')
  expect(bodiesOf('periods/restate')).toEqual([{ period: '2026-10', earlier: '2026-10' }])
  const figures = page.getByRole('table', { name: 'Figures USDT' })
  await expect
    .element(figures.getByRole('row', { name: /Prizes exchanged/ }))
    .toMatchTextContent(/88.50+76.0+.12.50+/)
  await expect.element(figures.getByRole('row').last()).toMatchTextContent(/Result433.50+446.0+\+12.50+/)
  await expectClean(container)
  await page.getByRole('link', { name: /42117/ }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/events/0/42117')
})

test('a quarter is compared with the close of its last month, at the moments that are asked for', async () => {
  await show('/restatement?period=2026-Q3&later=48000')
  expect(bodiesOf('periods/restate')).toEqual([{ period: '2026-Q3', earlier: '2026-09', later: '48000' }])
  await expect.element(page.getByText('The close of 2026-09')).toBeVisible()
  const field = page.getByLabelText('Reported as of')
  await field.fill('2026-07')
  ;(field.element() as HTMLElement).blur()
  await expect.poll(() => bodiesOf('periods/restate').at(-1)).toMatchObject({ earlier: '2026-07' })
})

test('corrections that name no closed month are listed beside what made the difference', async () => {
  await show('/restatement?period=2026-09')
  const unnamed = page.getByRole('table', { name: 'Corrections since then that name no closed month' })
  await expect.element(unnamed.getByRole('row', { name: /43008/ })).toMatchTextContent(/case-121.*\+3\.0/)
})

test('lines and corrections have their Chinese names in Chinese', async () => {
  setTexts(zh)
  await show('/restatement?period=2026-09')
  const figures = page.getByRole('table', { name: '数字 USDT' })
  await expect.element(figures.getByRole('row', { name: /兑换为 USDT 的奖金/ })).toBeVisible()
  const events = page.getByRole('table', { name: '造成差异的事件' })
  await expect.element(events.getByRole('row', { name: /玩家 USDT 余额/ })).toBeVisible()
})

test('no difference is said as such', async () => {
  answer({ 'periods/restate': { ...data, events: [] } })
  await show('/restatement?period=2026-09')
  await expect.element(page.getByText(/^No difference/)).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'What made the difference' })).not.toBeInTheDocument()
})

test('a closing stands for its whole month, and what is left out is said', async () => {
  const closing = {
    partition: 0,
    position: 41_000,
    event_type: 'PeriodClosed',
    recorded_ms: 1,
    month: '2026-09',
    player: null,
    case_id: null,
    amounts: [],
  }
  answer({ 'periods/restate': { ...data, events: [closing], events_left_off: 2, holds: false } })
  await show('/restatement?period=2026-09')
  await expect.element(page.getByText('All figures of the month as they were closed')).toBeVisible()
  await expect.element(page.getByText('3 events made the difference.')).toBeVisible()
  await expect.element(page.getByText(/^2 more are not shown/)).toBeVisible()
  await expect.element(page.getByText('the events do NOT make up the difference')).toBeVisible()
})

test('a moment before its month was closed is refused in words, and asked again', async () => {
  let broken = true
  const refused = { error: -1006, message: 'Invalid request', data: { field: '2026-11 is not closed' } }
  answer({ 'periods/restate': () => (broken ? refused : data) })
  await show('/restatement?period=2026-11')
  await expect.element(page.getByText(/2026-11 is not closed/)).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('table', { name: 'Figures USDT' })).toBeVisible()
})

test('a house without a closed month says so', async () => {
  const calls = answer({ 'periods/list': { list: [], next: null } })
  await show('/restatement')
  await expect.element(page.getByText('No month is closed yet')).toBeVisible()
  expect(calls.filter(({ path }) => path === 'periods/restate')).toEqual([])
})

test('a closed period leads here', async () => {
  const { router } = await show('/desks/periods?open=2026-09')
  await page.getByRole('link', { name: 'What is said of it now' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/restatement')
})

test('a day is no moment: it is refused in words before anything is asked', async () => {
  const { container } = await show('/restatement?period=2026-09&later=2026-10-30')
  await expect.element(page.getByRole('alert')).toMatchTextContent('“2026-10-30” is no moment')
  expect(bodiesOf('periods/restate')).toEqual([])
  await expectClean(container)
  const field = page.getByLabelText('Compared with')
  await field.fill('2026-10-30T23:59:59Z')
  ;(field.element() as HTMLElement).blur()
  await expect.poll(() => bodiesOf('periods/restate').at(-1)).toMatchObject({ later: '2026-10-30T23:59:59Z' })
})

test('what may be written as a period is read to its end', async () => {
  await show('/restatement')
  const field = page.getByLabelText('Period').element() as HTMLInputElement
  const { font, paddingLeft, paddingRight } = getComputedStyle(field)
  const pen = new OffscreenCanvas(1, 1).getContext('2d')
  if (!pen) throw new Error('The browser draws nothing')
  pen.font = font
  const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  expect(room).toBeGreaterThanOrEqual(pen.measureText(field.placeholder).width)
})
