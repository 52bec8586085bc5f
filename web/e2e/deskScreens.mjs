// The staff's desks for pictures, each with the richest thing that it can have open.

/** Routes of the desks. */
export const deskScreens = [
  { name: '30-alerts', route: '/desks/alerts' },
  { name: '31-withdrawals', route: '/desks/withdrawals?open=0193f0c2-7a11-7bbb-8ccc-100000000004' },
  { name: '32-kyc', route: '/desks/kyc', act: openCheck },
  {
    name: '33-topups',
    route: '/desks/topups?open=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
  { name: '34-proposals', route: '/desks/proposals?open=0193f0c2-7a11-7bbb-8ccc-000000000001' },
  { name: '35-adjustments', route: '/desks/adjustments?player=0193f0c2-7a11-7bbb-8ccc-0123456789ab' },
  { name: '36-freezes', route: '/desks/freezes' },
  { name: '37-play', route: '/desks/play?open=0193f0c2-7a11-7bbb-8ccc-0123456789ac' },
  { name: '38-packets', route: '/desks/packets?open=ET7BR1JF3R' },
  { name: '39-config', route: '/desks/config?open=shop' },
  { name: '43-config-form', route: '/desks/config?open=shop', act: change },
  { name: '44-config-read', route: '/desks/config?open=game' },
  { name: '45-config-groups', route: '/desks/config?open=game', act: change },
  {
    name: '46-cluster',
    route: '/desks/freezes?cluster=0193f0c2-7a11-7bbb-8ccc-0123456789ab,0193f0c2-7a11-7bbb-8ccc-0123456789ac',
  },
  { name: '40-days', route: '/desks/days?open=2026-11-20' },
  { name: '41-views', route: '/desks/views?open=ranks%200' },
  { name: '42-accounts', route: '/desks/accounts' },
]

/** Opens the first check, with a reason. */
async function openCheck(page) {
  await page.getByText('MT', { exact: true }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('review')
  await page.getByRole('dialog').getByRole('button', { name: 'Open this check' }).click()
  await page.getByText('Ann Angler').waitFor()
}

/** Begins a change of the section. */
async function change(page) {
  await page.getByRole('button', { name: 'Propose a change' }).click()
}
