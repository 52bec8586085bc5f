// A monetary-unit sample: planned with amounts as people write them, its lines get results, and it is signed once each
// line has one; the sheet leaves as a file without a formula in it.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SamplesInfoData } from '../../api/endpoints.gen.ts'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { world } from '../../testing/world.ts'
import { sheetCsv } from './sheetCsv.ts'

prepareConsole()

const data = world['samples/info'] as SamplesInfoData
const dialog = () => page.getByRole('dialog')

test('a sample is planned with an interval in units of the asset', async () => {
  answer()
  await show('/unit-samples')
  await page.getByRole('button', { name: 'Plan a sample' }).click()
  await dialog().getByLabelText('Population').selectOptions('class liability')
  await dialog().getByLabelText('Or an interval, in units of the asset').fill('12.5')
  await dialog().getByLabelText('Tolerable misstatement').fill('300')
  await dialog().getByLabelText('Reason').fill('Year-end audit')
  await dialog().getByRole('button', { name: 'Plan a sample' }).click()
  await expect
    .poll(() => bodiesOf('samples/plan'))
    .toMatchObject([
      { asset: 'usdt', class: 'liability', interval: '12500000', tolerable: '300000000', confidence: 95 },
    ])
})

test('a line gets its result with the evidence', async () => {
  answer()
  const { container } = await show('/unit-samples?open=1')
  await expectClean(container)
  await expect.element(page.getByRole('button', { name: 'Sign the sheet' })).toBeDisabled()
  await page.getByRole('button', { name: 'Result of line 4' }).click()
  await dialog().getByLabelText('Result', { exact: true }).selectOptions('difference')
  await dialog().getByLabelText('Evidence').fill('Approval says 500')
  await expect.element(dialog().getByRole('button', { name: 'Keep the result' })).toBeDisabled()
  await dialog().getByLabelText('Recorded too much by').fill('-5')
  await dialog().getByRole('button', { name: 'Keep the result' }).click()
  await expect
    .poll(() => bodiesOf('samples/test'))
    .toMatchObject([{ item: 3, outcome: 'difference', minor: '-5000000', note: 'Approval says 500' }])
})

test('a sheet with a result for each line is signed', async () => {
  const items = data.items.map((item) => ({ ...item, outcome: 'agreed', misstated: '0', note: 'seen' }))
  answer({ 'samples/info': { ...data, sample: { ...data.sample, tested: items.length }, items } })
  await show('/unit-samples?open=1')
  await expect.element(page.getByText('Within what is tolerable')).toBeVisible()
  await page.getByRole('button', { name: 'Sign the sheet' }).click()
  await dialog().getByLabelText('Reason').fill('Tested whole')
  await dialog().getByRole('button', { name: 'Sign the sheet' }).click()
  await expect.poll(() => bodiesOf('samples/sign')).toMatchObject([{ sample: data.sample.sample }])
})

test('the sheet as a file has a line an item and no formula', () => {
  const items = data.items.map((item) => (item.item === 0 ? { ...item, note: '=HYPERLINK("x")' } : item))
  const csv = sheetCsv({ ...data, items })
  const lines = csv.trim().split('\r\n')
  expect(lines.length).toBe(data.items.length + 1)
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`)
  expect(lines[1]).toContain('"1600.000000"')
})
