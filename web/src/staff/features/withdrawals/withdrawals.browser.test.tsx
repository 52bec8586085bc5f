// Withdrawals: approved once or twice by different people, rejected, taken back into review, paused.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { me, world } from '../../testing/world.ts'
import { en } from '../../texts/en/index.ts'
import { setTexts } from '../../texts/index.ts'
import { zh } from '../../texts/zh/index.ts'

prepareConsole()
afterEach(() => setTexts(en))

describe('withdrawals', () => {
  const open = '/desks/withdrawals?open=0193f0c2-7a11-7bbb-8ccc-100000000004'
  const digest = (world['withdrawals/info'] as { digest: string }).digest

  test('get their second yes by a key, bound to the digest, and the next one is opened', async () => {
    await show(open)
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeEnabled()
    await userEvent.keyboard('a')
    await page.getByRole('dialog').getByLabelText('Reason').fill('Sources checked')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect.element(page.getByText('Approved: it is on its way')).toBeVisible()
    expect(bodiesOf('withdrawals/approve')).toMatchObject([
      { withdrawal: '0193f0c2-7a11-7bbb-8ccc-100000000004', digest, reason: 'Sources checked' },
    ])
    await expect
      .poll(() => bodiesOf('withdrawals/info'))
      .toContainEqual({ withdrawal: '0193f0c2-7a11-7bbb-8ccc-100000000002' })
  })

  test('show each account before and after, and what is left to both who say yes', async () => {
    const rows = () =>
      page.getByRole('table', { name: 'Accounts and limits' }).element().querySelectorAll('tbody tr')
    await show(open)
    await expect.element(page.getByRole('table', { name: 'Accounts and limits' })).toBeVisible()
    const read = [...rows()].map((row) => [...row.children].map((cell) => cell.textContent))
    expect(read).toEqual([
      ['USDT in withdrawal, 0193f0c2…', '600.000000 USDT', ''],
      ['USDT in withdrawal, 0193f0c2…, after it', '0.000000 USDT', 'not below zero'],
      ['Withdrawal fees', '18.000000 USDT', ''],
      ['Withdrawal fees, after it', '22.800000 USDT', 'not below zero'],
      ['Custody wallets (on the chain)', '176,120.400000 USDT', ''],
      ['Custody wallets (on the chain), after it', '175,525.200000 USDT', 'not below zero'],
      ['limit left today, bo', '10,000.000000 USDT', ''],
      ['limit left today, ada', '400.000000 USDT', ''],
    ])
  })

  test('are not approved twice by the same person', async () => {
    const data = world['withdrawals/info'] as { withdrawal: object }
    answer({ 'withdrawals/info': { ...data, withdrawal: { ...data.withdrawal, approved_by: [me.name] } } })
    await show(open)
    await expect.element(page.getByText('You said yes already: another person has to agree.')).toBeVisible()
    await userEvent.keyboard('a')
    expect(document.querySelector('dialog[open]')).toBeNull()
  })

  test('get no second yes from somebody who leads nothing', async () => {
    await show(open, { roles: ['finance'] })
    await expect.element(page.getByText('The second yes is a finance lead’s.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
  })

  test('are signed for what is shown, which the page computes', async () => {
    const { container } = await show(open)
    await expect.element(page.getByText('holds for these terms')).toBeVisible()
    expect(document.querySelector('[role=alert]')).toBeNull()
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect.element(page.getByText(/^Checked .* UTC: 1 of 1 signatures hold$/)).toBeVisible()
    await expectClean(container)
  })

  test('with another amount than was signed say so, and no signature holds for it', async () => {
    const data = world['withdrawals/info'] as { withdrawal: object }
    const withdrawal = { ...data.withdrawal, amount: '60000000', net: '55200000' }
    answer({ 'withdrawals/info': { ...data, withdrawal } })
    await show(open)
    await expect.element(page.getByRole('alert')).toMatchTextContent(/not what the service names as approved/)
    await expect.element(page.getByText('signed for OTHER terms than these')).toBeVisible()
  })

  test('that are approved go back to review as long as nothing was sent', async () => {
    const data = world['withdrawals/info'] as { withdrawal: object }
    answer({ 'withdrawals/info': { ...data, withdrawal: { ...data.withdrawal, state: 'approved' } } })
    await show(open)
    await page.getByRole('button', { name: 'Back to review' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabelText('Reason').fill('The account is shared')
    await dialog.getByRole('button', { name: 'Back to review' }).click()
    await expect.element(page.getByText('Back in review: nothing was sent')).toBeVisible()
    expect(bodiesOf('withdrawals/flag')).toMatchObject([{ reason: 'The account is shared' }])
  })

  test('are rejected with a reason that the player reads', async () => {
    await show(open)
    await expect.element(page.getByRole('button', { name: 'Reject' })).toBeVisible()
    await userEvent.keyboard('r')
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByRole('button', { name: 'Reject' })).toBeDisabled()
    await dialog.getByLabelText('Reason').fill('Address of an exchange without a comment')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect.element(page.getByText('Rejected: the money is back with the player')).toBeVisible()
  })

  test('stopped by a rule say why in the language in force', async () => {
    const text = 'the chain has 1.000000 USDT, the books say 2.000000, and nothing explains it'
    const finding = { code: 'chain_differs', values: { chain: '1.000000', books: '2.000000' }, text }
    answer({ 'withdrawals/list': { list: [], next: null, paused: text, paused_finding: finding } })
    setTexts(zh)
    await show('/desks/withdrawals')
    await expect.element(page.getByText('链上有 1.000000 USDT，账面为 2.000000 USDT，原因不明')).toBeVisible()
    expect(document.body.textContent).not.toContain('nothing explains')
  })

  test('paused say why, and are resumed', async () => {
    answer({ 'withdrawals/list': { list: [], next: null, paused: 'Two nodes disagree' } })
    await show('/desks/withdrawals')
    await expect.element(page.getByText('Payouts are paused: Two nodes disagree')).toBeVisible()
    await page.getByRole('button', { name: 'Resume payouts' }).click()
    await page.getByRole('dialog').getByLabelText('Reason').fill('Node replaced')
    await page.getByRole('dialog').getByRole('button', { name: 'Resume payouts' }).click()
    await expect.poll(() => bodiesOf('withdrawals/resume')).toMatchObject([{ reason: 'Node replaced' }])
  })
})

test('all shows what became of each, with its transaction, and steps say why', async () => {
  const { container } = await show('/desks/withdrawals?state=all')
  expect(bodiesOf('withdrawals/list').at(-1)).toMatchObject({ state: 'all' })
  const grid = page.getByRole('grid', { name: 'Withdrawals' })
  await expect.element(grid.getByText('confirmed')).toBeVisible()
  await expect.element(grid.getByText('Name does not match')).toBeVisible()
  await expect.element(grid.getByText('ada, bo')).toBeVisible()
  await expectClean(container)
  await show('/desks/withdrawals?open=0193f0c2-7a11-7bbb-8ccc-100000000004')
  await expect.element(page.getByText('Play and sources are plain')).toBeVisible()
})
