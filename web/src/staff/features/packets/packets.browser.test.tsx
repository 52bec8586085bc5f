// Red packets: put out in minor units, with what a claimer needs.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PacketsListData } from '../../api/endpoints.gen.ts'
import { answer, bodiesOf, prepareConsole, show } from '../../testing/console.tsx'
import { world } from '../../testing/world.ts'

prepareConsole()

async function fills() {
  await show('/desks/packets')
  await page.getByRole('button', { name: 'New packet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('What is in it').selectOptions('usdt')
  await dialog.getByLabelText('Total').fill('250')
  await dialog.getByLabelText('Shares').fill('50')
  await dialog.getByLabelText('Casts in 7 days').fill('5')
  await dialog.getByLabelText('Countries').fill('SG, MT')
  await dialog.getByLabelText('Name in English').fill('Harvest')
  await dialog.getByLabelText('Reason').fill('Autumn campaign')
  return dialog
}

test('a packet is put out in minor units and with what a claimer needs', async () => {
  const dialog = await fills()
  await expect.element(dialog.getByRole('button', { name: 'New packet' })).toBeDisabled()
  await dialog.getByLabelText('Name in Chinese').fill('丰收红包')
  await dialog.getByRole('button', { name: 'New packet' }).click()
  await expect.element(page.getByText('Packet NEWCODE123 is out')).toBeVisible()
  expect(bodiesOf('packets/create')).toMatchObject([
    {
      kind: 'equal',
      asset: 'usdt',
      total: '250000000',
      shares: 50,
      min_casts_7d: 5,
      countries: ['SG', 'MT'],
      hours: 24,
    },
  ])
})

test('what a claimer needs is read as it is typed, or the packet is not put out', async () => {
  const dialog = await fills()
  await dialog.getByLabelText('Name in Chinese').fill('丰收红包')
  const button = dialog.getByRole('button', { name: 'New packet' })
  for (const field of ['Days since registration', 'Casts in 7 days']) {
    for (const typed of ['7d', '1,000', '', '1.5', '-1']) {
      await dialog.getByLabelText(field).fill(typed)
      await expect.element(button).toBeDisabled()
      await expect.element(dialog.getByText(/whole numbers; 0 means no limit/)).toBeVisible()
    }
    await dialog.getByLabelText(field).fill('30 ')
    await expect.element(button).toBeEnabled()
  }
  const claimers = /days since registration: 30 or more; casts in 7 days: 30 or more; countries: SG, MT\./
  await expect.element(dialog.getByText(claimers)).toBeVisible()
  await dialog.getByLabelText('Casts in 7 days').fill('0')
  await expect.element(dialog.getByText(/casts in 7 days: any; countries: SG, MT/)).toBeVisible()
  await button.click()
  await expect.element(page.getByText('Packet NEWCODE123 is out')).toBeVisible()
  expect(bodiesOf('packets/create')).toMatchObject([
    { min_age_days: 30, min_casts_7d: 0, countries: ['SG', 'MT'] },
  ])
})

test('a packet that opens later says when, and its link can be shared before', async () => {
  const dialog = await fills()
  await dialog.getByLabelText('Name in Chinese').fill('丰收红包')
  await dialog.getByLabelText('Opens (UTC)').fill('2020-01-01T12:00')
  await expect.element(dialog.getByText(/That moment is past/)).toBeVisible()
  await dialog.getByLabelText('Opens (UTC)').fill('2099-01-01T12:00')
  await dialog.getByRole('button', { name: 'New packet' }).click()
  await expect.element(page.getByText(/startapp=p_NEWCODE123/)).toBeVisible()
  expect(bodiesOf('packets/create')).toMatchObject([{ starts_ms: Date.UTC(2099, 0, 1, 12), hours: 24 }])
})

test('what one person may not put out is proposed', async () => {
  const dialog = await fills()
  await dialog.getByLabelText('Name in Chinese').fill('丰收红包')
  await dialog.getByLabelText('Put out by').selectOptions('two')
  await dialog.getByRole('button', { name: 'New packet' }).click()
  await expect.element(page.getByText('Proposed: a second person puts it out')).toBeVisible()
  expect(bodiesOf('packets/propose')).toMatchObject([{ asset: 'usdt', total: '250000000' }])
  expect(bodiesOf('packets/create')).toEqual([])
})

test('who made a packet sees its code for a reason, and nobody else is asked for one', async () => {
  await show('/desks/packets?open=2f6d0c3e-91b4-8a55-b7de-40c1d2e3f4a1')
  await page.getByRole('button', { name: 'Show code and link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('Posted in the channel')
  await dialog.getByRole('button', { name: 'Show code and link' }).click()
  await expect.element(page.getByText('ET7BR1JF3R', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/startapp=p_ET7BR1JF3R/)).toBeVisible()
  expect(bodiesOf('packets/code')).toMatchObject([
    { packet: '2f6d0c3e-91b4-8a55-b7de-40c1d2e3f4a1', reason: 'Posted in the channel' },
  ])
  await show('/desks/packets?open=2f6d0c3e-91b4-8a55-b7de-40c1d2e3f4a2')
  await expect.element(page.getByText('Sealed: only who made the packet sees it')).toBeVisible()
})

test('a packet of a later page is found by its address, in the period and with the sums that stand there', async () => {
  const all = world['packets/list'] as PacketsListData
  const [first, second] = all.list
  answer({
    'packets/list': ({ before }: { before?: string }) =>
      before === undefined ? { ...all, list: [first], next: 'behind' } : { ...all, list: [second] },
  })
  await show(`/desks/packets?from=2026-11-01&open=${second?.packet}`)
  await expect.element(page.getByText('Sealed: only who made the packet sees it')).toBeVisible()
  expect(bodiesOf('packets/list')).toMatchObject([
    { from: '2026-11-01', sums: true },
    { from: '2026-11-01', before: 'behind' },
  ])
  const sums = document.querySelector('[aria-label="Sums of all rows that fit the filters"]')
  expect(sums?.textContent).toContain('250.000000')
})
