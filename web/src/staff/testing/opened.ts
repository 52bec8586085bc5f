// Where each screen is opened by tests that look at all of them, with the richest thing that it can have open.
import { t } from '../texts/index.ts'
import { head, mara } from './world.ts'

/** An address of each screen, and a text that only its data brings. */
export const opened = [
  ['/overview', 'Custody'],
  ['/players?q=R361FY3Z', 'R361FY3Z'],
  ['/player-list', 'K93HD0PA'],
  [`/players/${mara}`, 'Exchanged'],
  ['/entries', 'Prize reserve'],
  ['/entries?account=usdt&at=48010', 'Read only'],
  ['/trial', 'Custody wallets'],
  ['/financials?from=41000', 'Prior period'],
  [`/statement?owner=${mara}`, 'Opening plus lines equals closing'],
  ['/restatement?period=2026-09', 'One event made the difference'],
  ['/events', 'Cast resolved'],
  [`/events/0/${head}`, 'Exchanged 1,000.00 GUSD'],
  ['/registers', 'case-118'],
  ['/proofs?position=48000', 'is in the log'],
  ['/samples?seed=november', '48,031 events'],
  ['/unit-samples?open=1', '5 lines selected'],
  ['/replay?job=1', 'differ'],
  ['/audits?job=1', 'laws hold'],
  ['/exports?job=1', 'manifest.json'],
  ['/bundle', 'No file leaves the browser'],
  ['/desks/alerts', 'Wallets hold too little'],
  ['/desks/withdrawals?open=0193f0c2-7a11-7bbb-8ccc-100000000004', 'Messages that were signed'],
  ['/desks/cases?open=C-7K2M9QXA', 'Acts that name it'],
  ['/desks/kyc', 'MT'],
  ['/desks/erasure', 'letter 12'],
  ['/desks/topups?open=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'Order number'],
  ['/desks/proposals?open=0193f0c2-7a11-7bbb-8ccc-000000000001', 'What to know before deciding'],
  ['/desks/adjustments', 'What to correct'],
  ['/desks/treasury', 'What to dedicate'],
  ['/desks/freezes', 'case 4409'],
  ['/desks/play?open=0193f0c2-7a11-7bbb-8ccc-0123456789ac', 'Contacts, newest first'],
  ['/desks/ranks?open=0193f0c2-7a11-7bbb-8ccc-0000000000b1', 'Forty accounts of one device'],
  ['/desks/packets?open=2f6d0c3e-91b4-8a55-b7de-40c1d2e3f4a1', 'Stop it'],
  ['/desks/config?open=shop', 'version 11 in force'],
  ['/desks/days?open=2026-11-20', 'The signed report'],
  ['/desks/reconciliation?job=1&open=0', 'What a chain reports and the journal has not'],
  ['/desks/periods?open=2026-10', 'Restated from earlier months'],
  ['/desks/views?open=ranks 0', 'Rebuild and compare'],
  ['/desks/keys', 'No key'],
  ['/desks/accounts', 'finance lead'],
] as const

/** The parts of a player's screen but the first one, which is opened above. */
const partsOfPlayer: Readonly<Record<string, string>> = {
  withdrawals: 'UQCD39',
  topups: 'T1001',
  records: '2026-11-19',
  person: 'MT',
  cases: 'C-7K2M9QXA',
}

/** Every address that is opened: a screen, or a part of one. */
export const everything: readonly (readonly [string, string])[] = [
  ...opened,
  ...Object.keys(t.player.tabs)
    .filter((tab) => tab !== 'money')
    .map((tab) => [`/players/${mara}?tab=${tab}`, partsOfPlayer[tab] ?? `no text of ${tab}`] as const),
]
