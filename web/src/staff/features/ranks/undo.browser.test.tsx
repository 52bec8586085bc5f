// What two people undo, proposed where somebody works with it: a dive and a share on the player's page, a place on
// its board.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { mara } from '../../testing/world.ts'
import { en } from '../../texts/en/index.ts'
import { setTexts } from '../../texts/index.ts'
import { zh } from '../../texts/zh/index.ts'

prepareConsole()
afterEach(() => setTexts(en))

const dialog = () => page.getByRole('dialog')

/** Fills in the case and the reason, which both are needed, and proposes. */
async function proposes() {
  const button = dialog().getByRole('button', { name: 'Propose' })
  await dialog().getByLabelText('Reason').fill('A fault of the rail')
  await expect.element(button).toBeDisabled()
  await dialog().getByLabelText('Case').fill(' C-7K2M9Q4A ')
  await expectClean()
  await button.click()
  await expect
    .element(page.getByRole('link', { name: 'Look at it' }))
    .toHaveAttribute('href', expect.stringContaining('/desks/proposals?open='))
  await expect.element(dialog()).not.toBeInTheDocument()
}

const why = { case_id: 'C-7K2M9Q4A', reason: 'A fault of the rail' }

test('an open dive is voided from the page of whoever dives, and its stakes are named', async () => {
  await show(`/players/${mara}?tab=person`)
  await page.getByRole('button', { name: 'Void the dive' }).click()
  await expect.element(dialog().getByText('2,000')).toBeVisible()
  await proposes()
  const dive = '0d416b7c-4c98-52c0-8052-5a2ecf207911'
  expect(bodiesOf('dives/propose')).toMatchObject([{ player: mara, dive, ...why }])
})

test('a share that nobody received yet is cancelled, and no other', async () => {
  await show(`/players/${mara}?tab=records`)
  await expect.element(page.getByRole('button', { name: 'Take back' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Take back' }).elements()).toHaveLength(1)
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect.element(dialog().getByText('A friend’s play')).toBeVisible()
  await proposes()
  const record = '0193f0c2-7a11-7bbb-8ccc-0000000000a1'
  expect(bodiesOf('records/propose')).toMatchObject([{ player: mara, record, ...why }])
})

// An order that two people paid: each payment has a line, and goes back to who sent it.
test('unspent coupons of a payment are refunded: all of them, or fewer, and only to a payer who is known', async () => {
  const payment = { tx: 'Kc3Vq7Wn0bXy5e1Tj9Ro8iM2pLa4Gd6Hf3Su7Zk1Bvo=', lt: 50_398_100_000_003 }
  await show(`/players/${mara}?tab=topups`)
  await expect.element(page.getByRole('button', { name: 'Refund' }).first()).toBeVisible()
  expect(page.getByRole('button', { name: 'Refund' }).elements()).toHaveLength(2)
  await page.getByRole('button', { name: 'Refund' }).nth(1).click()
  await expect.element(dialog().getByText(payment.tx)).toBeVisible()
  const amount = dialog().getByLabelText('Coupons to refund')
  await expect.element(amount).toHaveValue('7.5')
  await amount.fill('7.500001')
  await expect.element(dialog().getByText('Not an amount, or more than is unspent.').first()).toBeVisible()
  await amount.fill('2.5')
  await proposes()
  expect(bodiesOf('topups/propose_refund')).toMatchObject([
    { player: mara, order_no: 'T1001', ...payment, amount: '2500000', ...why },
  ])
})

test('a player is taken off a closed board, beside those who were taken off before', async () => {
  await show('/desks/ranks')
  await page.getByText('Invitations, Day').click()
  await expect.element(page.getByText('Forty accounts of one device')).toBeVisible()
  await expect.element(page.getByText('ada, bo')).toBeVisible()
  await page.getByRole('button', { name: 'Take off' }).first().click()
  await expect.element(dialog().getByText(mara)).toBeVisible()
  await proposes()
  const rank = '0193f0c2-7a11-7bbb-8ccc-0000000000b1'
  expect(bodiesOf('ranks/propose')).toMatchObject([{ rank, player: mara, ...why }])
})

test('whoever may not propose, and whoever looks at the past, is offered nothing', async () => {
  const reader = ['players.info', 'players.timeline', 'records.list', 'ranks.list', 'ranks.info']
  await show(`/players/${mara}?tab=person`, { can: reader })
  await expect.element(page.getByRole('heading', { name: 'Links' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Void the dive' })).not.toBeInTheDocument()
  await show('/desks/ranks?open=0193f0c2-7a11-7bbb-8ccc-0000000000b1&at=47940')
  await expect.element(page.getByText('Forty accounts of one device')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Take off' })).not.toBeInTheDocument()
})

test('the desks are in Chinese too', async () => {
  setTexts(zh)
  await show(`/players/${mara}?tab=topups`)
  await page.getByRole('button', { name: '退款' }).first().click()
  await expect.element(dialog().getByText('退还未使用的点券')).toBeVisible()
  await expectClean()
  await show('/desks/ranks?open=0193f0c2-7a11-7bbb-8ccc-0000000000b1')
  await page.getByRole('button', { name: '移除' }).first().click()
  await expect.element(dialog().getByText('将该玩家移出榜单')).toBeVisible()
  await expectClean()
})
