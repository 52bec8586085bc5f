// Columns of lines of the journal, for every screen that lists them.
import { listed } from '../words/codes.ts'
import type { Entry } from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { Amount } from '../ui/Amount.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { Actor, Owner, Place, TypeName } from './Event.tsx'
import { Moment } from '../ui/Moment.tsx'
import { accountWords } from '../words/accounts.ts'

const place: Column<Entry> = {
  key: 'position',
  title: () => t.word.position,
  width: 78,
  align: 'end',
  cell: (line) => <Place of={line} />,
}
const when: Column<Entry> = {
  key: 'when',
  title: () => t.word.when,
  width: 160,
  cell: ({ at_ms }) => <Moment ms={at_ms} />,
}
const type: Column<Entry> = {
  key: 'type',
  title: () => t.word.type,
  width: 140,
  cell: ({ event_type }) => <TypeName name={event_type} />,
}
const account: Column<Entry> = {
  key: 'account',
  title: () => t.word.account,
  width: 120,
  grow: true,
  cell: (line) => (
    <span title={`${accountWords(line.account)} (${line.account})`}>{accountWords(line.account)}</span>
  ),
}
const owner: Column<Entry> = {
  key: 'owner',
  title: () => t.word.owner,
  width: 136,
  cell: (line) => <Owner owner={line.owner} />,
}
const amount: Column<Entry> = {
  key: 'amount',
  title: () => t.word.amount,
  width: 152,
  align: 'end',
  cell: (line) => <Amount minor={line.amount} asset={line.asset} signed />,
}
const after: Column<Entry> = {
  key: 'after',
  title: () => t.word.after,
  width: 126,
  align: 'end',
  cell: (line) => <Amount minor={line.after} asset={line.asset} bare />,
}
const counter: Column<Entry> = {
  key: 'counter',
  title: () => t.word.counter,
  width: 140,
  cell: (line) => (
    <span title={line.counter.map(({ account }) => `${accountWords(account)} (${account})`).join('\n')}>
      {listed([...new Set(line.counter.map(({ account }) => accountWords(account)))])}
    </span>
  ),
}
const actor: Column<Entry> = {
  key: 'actor',
  title: () => t.word.actor,
  width: 78,
  cell: (line) => <Actor actor={line.actor} />,
}

/** The whole journal. */
export const entryColumns: readonly Column<Entry>[] = [
  place,
  when,
  type,
  account,
  owner,
  amount,
  after,
  counter,
  actor,
]
/** One owner's lines. */
export const ownColumns: readonly Column<Entry>[] = [
  place,
  when,
  { ...type, width: 180 },
  account,
  amount,
  after,
  { ...counter, width: 260 },
]
/** One account of one owner, in a narrow place. */
export const narrowColumns: readonly Column<Entry>[] = [place, when, { ...type, grow: true }, amount, after]

/** Identity of a line. */
export const entryKey = ({ id }: Entry): string => id
