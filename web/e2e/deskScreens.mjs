// The staff's desks for pictures, each with the richest thing that it can have open; a state that is absent throws.
import { shows } from './staffScreens.mjs'

const diver = '1b311d39-ade5-51ce-aca9-49a3383d0aa6'

/** Opens the dialog of a button. */
const presses = (name) => async (page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** Routes of the desks. */
export const deskScreens = [
  { name: '30-alerts', route: '/desks/alerts', act: shows('Wallets hold too little') },
  {
    name: '31-withdrawals',
    route: '/desks/withdrawals?open=0193f0c2-7a11-7bbb-8ccc-100000000004',
    act: shows('Messages that were signed'),
  },
  { name: '32-kyc', route: '/desks/kyc', act: openCheck },
  {
    name: '33-topups',
    route: '/desks/topups?open=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    act: shows('Order number'),
  },
  {
    name: '34-proposals',
    route: '/desks/proposals?open=0193f0c2-7a11-7bbb-8ccc-000000000001',
    act: shows('What to know before deciding'),
  },
  {
    name: '35-adjustments',
    route: '/desks/adjustments?player=0193f0c2-7a11-7bbb-8ccc-0123456789ab',
    act: shows('What to correct'),
  },
  { name: '47-treasury', route: '/desks/treasury', act: shows('Amount in USDT') },
  { name: '36-freezes', route: '/desks/freezes', act: shows('case 4409') },
  {
    name: '37-play',
    route: '/desks/play?open=0193f0c2-7a11-7bbb-8ccc-0123456789ac',
    act: shows('Contacts, newest first'),
  },
  {
    name: '38-packets',
    route: '/desks/packets?open=2f6d0c3e-91b4-8a55-b7de-40c1d2e3f4a1',
    act: shows('Stop it'),
  },
  { name: '39-config', route: '/desks/config?open=shop', act: shows('version 11 in force') },
  { name: '43-config-form', route: '/desks/config?open=shop', act: change },
  { name: '44-config-read', route: '/desks/config?open=game', act: shows('version 0 in force') },
  { name: '45-config-groups', route: '/desks/config?open=game', act: change },
  {
    name: '46-cluster',
    route: '/desks/freezes?cluster=0193f0c2-7a11-7bbb-8ccc-0123456789ab,0193f0c2-7a11-7bbb-8ccc-0123456789ac',
    act: shows('2 accounts'),
  },
  { name: '40-days', route: '/desks/days?open=2026-11-20', act: shows('The signed report') },
  { name: '48-periods', route: '/desks/periods?open=2026-10', act: shows('Restated from earlier months') },
  {
    name: '49-reconciliation',
    route: '/desks/reconciliation?job=1&open=1',
    act: shows('The same transaction with another amount.'),
  },
  { name: '50-reconciliation-ask', route: '/desks/reconciliation', act: shows('Nothing is compared yet') },
  { name: '51-cases', route: '/desks/cases?open=C-7K2M9QXA', act: shows('Acts that name it') },
  {
    name: '52-player-cases',
    route: '/players/0193f0c2-7a11-7bbb-8ccc-0123456789ab?tab=cases',
    act: shows('Paid twice on one evening'),
  },
  {
    name: '53-ranks',
    route: '/desks/ranks?open=0193f0c2-7a11-7bbb-8ccc-0000000000b1',
    act: shows('Forty accounts of one device'),
  },
  {
    name: '54-ranks-take-off',
    route: '/desks/ranks?open=0193f0c2-7a11-7bbb-8ccc-0000000000b1',
    act: presses('Take off'),
  },
  { name: '55-player-dive', route: `/players/${diver}?tab=person`, act: presses('Void the dive') },
  { name: '56-player-records', route: `/players/${diver}?tab=records`, act: shows('A friend’s play') },
  { name: '57-player-record', route: `/players/${diver}?tab=records`, act: presses('Take back') },
  { name: '41-views', route: '/desks/views?open=ranks%200', act: shows('Rebuild and compare') },
  { name: '42-accounts', route: '/desks/accounts', act: shows('finance lead') },
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
