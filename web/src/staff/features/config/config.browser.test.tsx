// A change of the product's numbers: written as a form that the section itself makes, or as text; shown as differences
// before it is proposed, against the version that was seen.
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ConfigInfoData } from '../../api/endpoints.gen.ts'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { world } from '../../testing/world.ts'

prepareConsole()

const edit = async (section: string) => {
  await show(`/desks/config?open=${section}`)
  await page.getByRole('button', { name: 'Propose a change' }).click()
}
const propose = async () => {
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Autumn')
  await page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
  await expect.poll(() => bodiesOf('config/propose').length).toBe(1)
  return bodiesOf('config/propose')[0] as { body: Record<string, unknown> }
}
const body = (section: string) =>
  (world['config/info'] as (body: object) => { body: Record<string, unknown> })({ section }).body

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each(['shop', 'game'])('%s is clean in axe, read and written', async (section) => {
    document.documentElement.dataset['theme'] = theme
    await edit(section)
    await expectClean()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectClean()
  })
})

test('one field changes one value and keeps its kind', async () => {
  await edit('game')
  await page.getByLabelText('Min cast, ms').fill('3000')
  await page.getByLabelText('Loss day').fill('40.000000')
  await page.getByRole('checkbox', { name: 'Paused' }).click()
  await page.getByRole('textbox', { name: 'Weight, row 2' }).first().fill('140500')
  await page.getByLabelText('Closed above').fill('"200"')
  expect(await propose()).toMatchObject({
    section: 'game',
    replaces: 0,
    effective_ms: null,
    reason: 'Autumn',
    body: {
      ...body('game'),
      min_cast_ms: 3_000,
      loss_day: '40.000000',
      paused: true,
      closed_above: '200',
      paytable: { bands: [{ fish: [{ w: 200_000 }, { w: 140_500 }, { w: 24_000 }] }, {}] },
    },
  })
})

test('rows of a list come and go, and a new one begins as the last', async () => {
  await edit('shop')
  await page.getByRole('button', { name: 'Remove row 1' }).click()
  await page.getByRole('button', { name: 'Add a row like the last one' }).click()
  await page.getByLabelText('Item id, row 5').fill('diamonds_300')
  await page.getByLabelText('Limit · N, row 5').fill('')
  await page.getByLabelText('Limit · Per, row 5').fill('')
  const [, ...rest] = body('shop')['items'] as object[]
  expect((await propose()).body).toEqual({
    items: [...rest, { ...rest.at(-1), item_id: 'diamonds_300', limit: null }],
  })
})

test('a number that the browser would round is never proposed', async () => {
  await edit('game')
  await page.getByLabelText('Dive lifetime, ms').fill('9007199254740993')
  await expect.element(page.getByText(/Not a plain number/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Propose', exact: true })).toBeDisabled()
  await page.getByLabelText('Dive lifetime, ms').fill('90000000')
  await page.getByRole('button', { name: 'As text' }).click()
  const text = page.getByLabelText('The whole section')
  await expect
    .element(text)
    .toHaveValue(JSON.stringify({ ...body('game'), dive_ttl_ms: 90_000_000 }, null, 2))
  await text.fill('{ "dive_ttl_ms": 9007199254740993 }')
  await expect.element(page.getByText(/numbers can be kept exactly/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Propose', exact: true })).toBeDisabled()
})

test('a section that came with a rounded number is not proposed anew', async () => {
  const data = (world['config/info'] as (body: object) => object)({ section: 'game' })
  const rounded = { dive_ttl_ms: 9_007_199_254_740_992, shield_cost: 1 }
  answer({ 'config/info': { ...data, body: rounded, newest_body: rounded } })
  await edit('game')
  await page.getByLabelText('Shield cost').fill('2')
  await expect.element(page.getByRole('button', { name: 'Propose', exact: true })).toBeDisabled()
})

test('text that is no document stays where it is; what it says is then the form', async () => {
  await edit('shop')
  await page.getByRole('button', { name: 'As text' }).click()
  const text = page.getByLabelText('The whole section')
  await text.fill('{ "items": ')
  await page.getByRole('button', { name: 'As a form' }).click()
  await expect.element(page.getByText(/Not a JSON object/)).toBeVisible()
  await text.fill('{ "items": [], "first_buy": false }')
  await expect.element(page.getByRole('table', { name: 'Differences' }).last()).toBeVisible()
  await page.getByRole('button', { name: 'As a form' }).click()
  await page.getByRole('checkbox', { name: 'First buy' }).click()
  expect(await propose()).toMatchObject({
    section: 'shop',
    body: { items: [], first_buy: true },
    replaces: 11,
  })
})

/** The shop with version 11 in force and version 12, which has one more item, approved from tomorrow on. */
const shop = () => (world['config/info'] as (body: object) => ConfigInfoData)({ section: 'shop' })
const body12: ConfigInfoData['body'] = { ...shop().body, paused: true }
const ahead: ConfigInfoData = {
  ...shop(),
  section: { ...shop().section, newest: 12, to_come: [{ version: 12, effective_ms: Date.UTC(2099, 0, 1) }] },
  newest_body: body12,
}

test('a change starts from what was approved and is not in force yet, and keeps it', async () => {
  answer({ 'config/info': ahead })
  await edit('shop')
  await expect.element(page.getByText(/starts from version 12/)).toBeVisible()
  await expect.element(page.getByText('No differences.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove row 1' }).click()
  const proposed = await propose()
  expect(proposed).toMatchObject({ replaces: 12 })
  expect(proposed.body).toEqual({ ...body12, items: (body12['items'] as object[]).slice(1) })
})

test('a version that is approved meanwhile is not replaced by an open draft', async () => {
  await edit('shop')
  await page.getByRole('button', { name: 'Remove row 1' }).click()
  answer({
    'config/info': { ...ahead, section: { ...ahead.section, in_force: 12, to_come: [] }, body: body12 },
    'config/propose': { error: 9003, message: 'State changed', data: null },
  })
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('version 12 in force')).toBeVisible()
  expect(await propose()).toMatchObject({ replaces: 11 })
  await expect.element(page.getByRole('dialog').getByRole('alert')).toMatchTextContent(/9003/)
})

test('the day from which a change holds is shown before it is proposed, and half a day is none', async () => {
  await edit('shop')
  await page.getByRole('button', { name: 'Remove row 1' }).click()
  await userEvent.type(page.getByLabelText('Holds from (UTC day)'), '12')
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.getByLabelText('Holds from (UTC day)').fill('2099-01-01')
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect.element(page.getByRole('dialog').getByText('Holds from 2099-01-01 (UTC).')).toBeVisible()
})
