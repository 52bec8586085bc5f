// The register of decisions: one row each, and beside it the decision whole with its single events.
import type { RegisterDecision, RegisterLine } from '../../api/endpoints.gen.ts'
import { Named } from '../../parts/Case.tsx'
import { Owner, Place, TypeName } from '../../parts/Event.tsx'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import css from '../../ui/layout.module.css'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Panel, Plain } from '../../ui/Page.tsx'
import { codeWords, listed, reasonWords } from '../../words/codes.ts'

const words = () => t.registers

const kindWords = (kind: string) => words().kinds[kind] ?? t.proposals.kinds[kind] ?? codeWords(kind)
const checkersOf = ({ checkers }: RegisterDecision) =>
  listed(checkers.map((name) => (name === 'auto' ? words().auto : name)))
/** Where no member of staff proposed, a player asked. */
const makerOf = ({ maker = null, kind }: RegisterDecision) =>
  maker ?? (kind === 'withdrawal' || kind === 'identity' ? words().asked : '–')

/** Why, whole on hover where the column is too narrow. */
export function Reason({ of }: { of: string | null | undefined }) {
  if (!of) return '–'
  return (
    <span title={of}>
      <Named text={of} />
    </span>
  )
}

function Outcome({ of: { outcome, code = null } }: { of: RegisterDecision }) {
  if (code !== null && code !== 0) return <Badge tone="bad">{words().failed(String(code))}</Badge>
  const isNo = ['rejected', 'reject', 'failed', 'withdrawn', 'revoked', 'retry'].includes(outcome)
  return <Badge tone={isNo ? 'warn' : 'good'}>{words().outcomes[outcome] ?? codeWords(outcome)}</Badge>
}

function Players({ players }: Pick<RegisterLine, 'players'>) {
  const [one, ...others] = players
  if (one === undefined) return '–'
  return others.length > 0 ? t.proposals.several(players.length) : <Owner owner={one} />
}

/** A column of what a decision says; nothing in a line without one. */
const of = (
  key: string,
  title: () => string,
  width: number,
  cell: (decision: RegisterDecision) => React.ReactNode,
): Column<RegisterLine> => ({
  key,
  title,
  width,
  cell: ({ decision }) => (decision ? cell(decision) : '–'),
})

export const decisionColumns: readonly Column<RegisterLine>[] = [
  {
    key: 'when',
    title: () => words().decided,
    width: 168,
    cell: ({ event }) => <Moment ms={event?.at_ms ?? 0} />,
  },
  of(
    'kind',
    () => words().what,
    118,
    ({ kind }) => kindWords(kind),
  ),
  {
    key: 'player',
    title: () => t.word.player,
    width: 84,
    cell: ({ players }) => <Players players={players} />,
  },
  {
    key: 'amount',
    title: () => t.word.amount,
    width: 150,
    align: 'end',
    cell: ({ amount = null, asset = null }) =>
      amount === null || asset === null ? '–' : <Amount minor={amount} asset={asset} />,
  },
  of('maker', () => words().maker, 92, makerOf),
  of('checker', () => words().checker, 92, checkersOf),
  {
    ...of(
      'reason',
      () => t.word.reason,
      120,
      ({ reason }) => <Reason of={reason} />,
    ),
    grow: true,
  },
  {
    ...of(
      'why',
      () => words().why,
      120,
      ({ decision }) => <Reason of={decision} />,
    ),
    grow: true,
  },
  of(
    'outcome',
    () => words().outcome,
    116,
    (decision) => <Outcome of={decision} />,
  ),
]

/** Beside an open decision, which says the rest. */
export const decisionsBeside = decisionColumns.filter(({ key }) => !['reason', 'why', 'player'].includes(key))

/** A decision whole. */
export function Decided({
  line: { event, players, amount = null, asset = null, decision },
}: {
  line: RegisterLine
}) {
  if (!event || !decision) return null
  const said = (text: string | null | undefined) => (text ? <Named text={reasonWords(text)} /> : '–')
  return (
    <div className={css.stack}>
      <Panel title={kindWords(decision.kind)} aside={<Outcome of={decision} />}>
        <Facts
          facts={[
            [
              t.word.amount,
              amount === null || asset === null ? '–' : <Amount key="a" minor={amount} asset={asset} />,
            ],
            [
              t.word.player,
              players.length === 0 ? '–' : players.map((player) => <Owner key={player} owner={player} />),
            ],
            [words().maker, makerOf(decision)],
            [words().made, decision.made_ms ? <Moment key="m" ms={decision.made_ms} zone /> : '–'],
            [t.word.reason, said(decision.reason)],
            [words().checker, checkersOf(decision)],
            [words().decided, <Moment key="d" ms={event.at_ms} zone />],
            [words().why, said(decision.decision)],
          ]}
        />
      </Panel>
      <Panel title={words().single} pad={false}>
        <Plain
          label={words().single}
          head={[{ title: t.word.position, end: true }, { title: t.word.when }, { title: t.word.type }]}
          rows={decision.events.map((single) => ({
            key: single.id,
            cells: [
              <Place key="p" of={single} />,
              <Moment key="w" ms={single.at_ms} />,
              <TypeName key="t" name={single.event_type} />,
            ],
          }))}
        />
      </Panel>
    </div>
  )
}
