// Money of the house: proposed in minor units, for one of two purposes.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { world } from '../../testing/world.ts'

prepareConsole()

test('money for promotions is proposed in minor units, out of the reserve', async () => {
  await show('/desks/treasury')
  const propose = page.getByRole('button', { name: 'Propose' })
  for (const wrong of ['-5', '0', '1.1234567']) {
    await page.getByLabelText('Amount in USDT').fill(wrong)
    await expect.element(propose).toBeDisabled()
  }
  await page.getByLabelText('Purpose').selectOptions('Promotions')
  await page.getByLabelText('Amount in USDT').fill('2500.5')
  await propose.click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/Prize reserve → Promotion budget/)).toBeVisible()
  await dialog.getByLabelText('Reason').fill('Autumn regatta')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await expect.element(page.getByText(/it waits for a second person/)).toBeVisible()
  expect(bodiesOf('treasury/propose')).toMatchObject([
    { to: 'promo_budget', amount: '2500500000', reason: 'Autumn regatta' },
  ])
  await expectClean()
})

test('who approves sees what the accounts hold now and would hold', async () => {
  const { proposal } = world['proposals/info'] as { proposal: object }
  answer({
    'proposals/info': {
      proposal: {
        ...proposal,
        kind: 'promo_fund',
        players: [],
        what: { asset: 'usdt', amount: '2500500000' },
        amount: '2500500000',
        asset: 'usdt',
      },
      diff: [],
      facts: [
        { name: 'holds', account: 'h:usdt_reserve', unit: 'usdt', value: '1000000000' },
        {
          name: 'would_hold',
          account: 'h:usdt_reserve',
          unit: 'usdt',
          value: '-1500500000',
          bound: { is: 'at_least', value: '0' },
        },
      ],
    },
  })
  await show('/desks/proposals?open=0193f0c2-7a11-7bbb-8ccc-000000000001')
  await expect.element(page.getByRole('heading', { name: 'Money for promotions' })).toBeVisible()
  await expect.element(page.getByText('Prize reserve, after it')).toBeVisible()
  await expect.element(page.getByText('−1,500.500000 USDT')).toBeVisible()
  await expect.element(page.getByText('+2,500.500000').last()).toBeVisible()
  await expectClean()
})

const closedStakes = {
  alert: 'solvency:stakes',
  kind: 'solvency',
  severity: 'high',
  subject: 'stakes',
  value: {
    unit: 'text',
    value: 'stakes above 200 are closed',
    finding: {
      code: 'stakes_closed',
      of: null,
      text: 'stakes above 200 are closed',
      values: { stake: '200' },
    },
  },
  bound: {
    unit: 'text',
    value: 'open',
    finding: { code: 'stakes_open', of: null, text: 'open', values: {} },
  },
  since_ms: null,
  acknowledged_by: null,
  acknowledged_ms: null,
}

test('large stakes that solvency closed are opened with a reason, and by nobody without the right', async () => {
  answer({ 'alerts/list': { list: [closedStakes] } })
  const { container } = await show('/desks/treasury')
  await expect.element(page.getByText('stakes above 200 are closed')).toBeVisible()
  await page.getByRole('button', { name: 'Open large stakes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('The reserve was funded')
  answer({ 'alerts/list': { list: [] } })
  await dialog.getByRole('button', { name: 'Open large stakes' }).click()
  await expect.element(page.getByText('Large stakes are open.')).toBeVisible()
  expect(bodiesOf('treasury/open_stakes')).toMatchObject([{ reason: 'The reserve was funded' }])
  await expectClean(container)
})

test('who may not open closed stakes sees them and no button', async () => {
  answer({ 'alerts/list': { list: [closedStakes] } })
  await show('/desks/treasury', { can: ['treasury.propose', 'alerts.list', 'overview.info'] })
  await expect.element(page.getByText('stakes above 200 are closed')).toBeVisible()
  expect(page.getByRole('button', { name: 'Open large stakes' }).elements()).toHaveLength(0)
})
