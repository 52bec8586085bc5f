// What cannot wait is seen from everywhere: a badge beside the desk of alerts, and the first thing of the overview.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, expectClean, prepareConsole, show } from '../testing/console.tsx'
import { world } from '../testing/world.ts'

prepareConsole()

type Alert = { severity: string; acknowledged_by: string | null }
const { list } = world['alerts/list'] as { list: Alert[] }
const urgent = list.filter(({ severity, acknowledged_by }) => severity === 'high' && acknowledged_by === null)

test('urgent alerts stand on the overview and as a badge', async () => {
  expect(urgent.length).toBeGreaterThan(0)
  const { container } = await show('/overview')
  const table = page.getByRole('table', { name: 'Urgent' })
  await expect.element(table.getByRole('row')).toHaveLength(urgent.length + 1)
  const badge = page.getByLabelText(urgent.length === 1 ? '1 urgent alert' : `${urgent.length} urgent alerts`)
  await expect.element(badge).toBeVisible()
  await expectClean(container)
})

test('what somebody sees to is no longer counted', async () => {
  const calls = answer({
    'alerts/list': { list: list.map((alert) => ({ ...alert, acknowledged_by: 'ada' })) },
  })
  await show('/trial')
  await expect.poll(() => calls.map(({ path }) => path)).toContain('alerts/list')
  await expect.element(page.getByText('Every asset adds up to zero')).toBeVisible()
  await expect.element(page.getByLabelText(/urgent alert/)).not.toBeInTheDocument()
})

test('whoever may not read alerts is asked for none', async () => {
  const calls = answer()
  await show('/trial', { can: ['books.trial', 'session.me'] })
  await expect.element(page.getByText('Every asset adds up to zero')).toBeVisible()
  expect(calls.map(({ path }) => path)).not.toContain('alerts/list')
})

test.each([
  ['support', '/players'],
  ['risk', '/desks/kyc'],
  ['finance', '/desks/withdrawals'],
  ['finance_lead', '/overview'],
  ['content', '/desks/packets'],
  ['config_admin', '/desks/proposals'],
  ['security', '/desks/accounts'],
  ['auditor', '/registers'],
])('%s lands on a screen of its own', async (role, home) => {
  const { router } = await show('/', { roles: [role] })
  await expect.poll(() => router.state.location.pathname).toBe(home)
})
