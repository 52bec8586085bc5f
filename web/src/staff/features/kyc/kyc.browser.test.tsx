// Identity checks: opened for a reason, decided with what the player reads.
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { at, player, world } from '../../testing/world.ts'

prepareConsole()

describe('identity checks', () => {
  const open = async () => {
    await show('/desks/kyc')
    await page.getByText('MT', { exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabelText('Reason').fill('review')
    await dialog.getByRole('button', { name: 'Open this check' }).click()
    await expect.element(page.getByText('Ann Angler')).toBeVisible()
  }

  test('are opened with a reason, which the images carry too, and are clean in axe', async () => {
    await open()
    await expect.element(page.getByRole('img', { name: 'Image 2 of the document' })).toBeVisible()
    expect(bodiesOf('kyc/open')).toMatchObject([{ player, reason: 'review' }])
    expect(bodiesOf('kyc/image')).toMatchObject([
      { image: 'front', reason: 'review' },
      { image: 'back', reason: 'review' },
    ])
    await expectClean()
    await page.getByRole('button', { name: 'Close and forget' }).click()
    expect(document.body.textContent).not.toContain('Ann Angler')
  })

  test('are refused only with what the player will read', async () => {
    await open()
    await page.getByRole('button', { name: 'Decide' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabelText('Verdict').selectOptions('retry')
    await dialog.getByLabelText('Reason').fill('Not sharp')
    await expect.element(dialog.getByRole('button', { name: 'Ask for another try' })).toBeDisabled()
    await dialog.getByLabelText('image blurred').click()
    await dialog.getByRole('button', { name: 'Ask for another try' }).click()
    await expect.element(page.getByText('Another try was asked for')).toBeVisible()
    expect(bodiesOf('kyc/decide')).toMatchObject([
      { player, verdict: 'retry', reasons: ['image_blurred'], expires_on: null },
    ])
  })

  test('that are chosen are refused with what each player will read, and are approved one by one', async () => {
    await show('/desks/kyc')
    await page.getByRole('checkbox', { name: /^Choose all/ }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Decide' }).click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByText(/who approves has looked at the document/)).toBeVisible()
    await dialog.getByLabelText('Reason').fill('Copies of one document')
    await expect.element(dialog.getByRole('button', { name: 'Ask for another try' })).toBeDisabled()
    await dialog.getByLabelText('image blurred').click()
    await expectClean()
    await dialog.getByRole('button', { name: 'Ask for another try' }).click()
    await expect.element(dialog.getByText('2 done, 0 refused, 0 left out, 0 not decided')).toBeVisible()
    const same = { verdict: 'retry', reasons: ['image_blurred'], reason: 'Copies of one document' }
    expect(bodiesOf('kyc/decide')).toMatchObject([{ ...same, player }, same])
  })

  test('beyond the first page are loaded too, and the foot says how many wait in all', async () => {
    const [first] = (world['kyc/list'] as { list: object[] }).list
    const list = (from: number, count: number) =>
      Array.from({ length: count }, (_, place) => ({ ...first, submission: `s${from + place}` }))
    answer({
      'kyc/list': ({ before = null }: { before?: string | null }) =>
        before === null
          ? { at, list: list(1, 100), next: 'second', total: 101 }
          : { at, list: list(101, 1), next: null, total: 101 },
    })
    await show('/desks/kyc')
    await expect.element(page.getByText('100 of 101')).toBeVisible()
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.element(page.getByText('101 of 101')).toBeVisible()
  })
})
