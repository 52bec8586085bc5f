// Stopped accounts: who, since when and why; stopping one, letting it go on, and proposing to stop all accounts of a
// cluster.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '../../api/store.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import {
  useFreezesListPagesInfiniteQuery,
  useFreezesLiftMutation,
  useFreezesProposeMutation,
  useFreezesSetMutation,
  type StaffFreeze,
  type StaffProposed,
} from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { Named } from '../../parts/Case.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'
import own from './freezes.module.css'

const words = () => t.freezes
const playerId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
/** Accounts of one proposal at most, as the server has it. */
const playersMax = 50
/** The open form: one account at once, or several by a second person's approval. */
type OpenForm = 'one' | 'several'

/** A line with what can be done to it. */
type Row = StaffFreeze & { onLift: (() => void) | null }

const columns: readonly Column<Row>[] = [
  { key: 'since', title: () => words().since, width: 160, cell: ({ at_ms }) => <Moment ms={at_ms} /> },
  {
    key: 'player',
    title: () => words().player,
    width: 310,
    cell: ({ player }) => <Id value={player} whole to={`/players/${player}`} />,
  },
  {
    key: 'reason',
    title: () => words().reason,
    width: 260,
    grow: true,
    cell: ({ reason }) => (
      <span title={reason}>
        <Named text={reason} />
      </span>
    ),
  },
  { key: 'by', title: () => words().by, width: 140, cell: ({ by }) => by },
  {
    key: 'lift',
    title: () => words().act,
    width: 130,
    cell: ({ onLift }) =>
      onLift && (
        <Button look="quiet" onClick={onLift}>
          {words().lift}
        </Button>
      ),
  },
]

export default function FreezesScreen() {
  const [params] = useSearchParams()
  const pages = usePages(useFreezesListPagesInfiniteQuery())
  const [asking, setAsking] = useState<OpenForm | null>(
    params.has('cluster') ? 'several' : params.has('player') ? 'one' : null,
  )
  const [lifting, setLifting] = useState<StaffFreeze | null>(null)
  const [proposed, setProposed] = useState<StaffProposed | null>(null)
  const [lift] = useFreezesLiftMutation()
  const [done, say] = useNotice()
  const [maySet, mayLift, mayPropose] = [
    useCan('freezes.set'),
    useCan('freezes.lift'),
    useCan('freezes.propose'),
  ]
  const rows = pages.rows.map((freeze): Row => ({
    ...freeze,
    onLift: mayLift ? () => setLifting(freeze) : null,
  }))
  const close = () => setAsking(null)
  const buttons = (
    <>
      <ExportList list="freezes/list" />
      {mayPropose && <Button onClick={() => setAsking('several')}>{words().propose}</Button>}
      {maySet && (
        <Button look="danger" onClick={() => setAsking('one')}>
          {words().set}
        </Button>
      )}
    </>
  )
  return (
    <Page title={words().title} sub={words().sub} fill actions={buttons}>
      {done}
      {proposed && (
        <p role="status">
          {words().proposed} <Go to={`/desks/proposals?open=${proposed.proposal}`}>{words().look}</Go>
        </p>
      )}
      <DataTable
        name="freezes"
        label={words().title}
        columns={columns}
        pages={{ ...pages, rows }}
        rows={rows}
        rowKey={(row) => row.player}
        empty={<Empty title={words().none} />}
      />
      {asking === 'one' && (
        <One
          known={params.get('player') ?? ''}
          onClose={close}
          onDone={() => {
            close()
            say(words().isSet)
          }}
        />
      )}
      {asking === 'several' && (
        <Several
          known={(params.get('cluster') ?? '').split(',')}
          onClose={close}
          onDone={(result) => {
            close()
            setProposed(result)
          }}
        />
      )}
      {lifting && (
        <ActionDialog
          title={words().lift}
          label={words().lift}
          act={(reason) => lift({ player: lifting.player, reason })}
          onClose={() => setLifting(null)}
          onDone={() => {
            setLifting(null)
            say(words().isLifted)
          }}
        >
          <p>
            {words().liftText} <Id value={lifting.player} />
          </p>
        </ActionDialog>
      )}
    </Page>
  )
}

function One({ known, onClose, onDone }: { known: string; onClose: () => void; onDone: () => void }) {
  const [player, setPlayer] = useState(known)
  const [freeze] = useFreezesSetMutation()
  return (
    <ActionDialog
      title={words().set}
      label={words().set}
      danger
      missing={playerId.test(player.trim()) ? null : words().needsPlayer}
      act={(reason) => freeze({ player: player.trim(), reason })}
      onClose={onClose}
      onDone={onDone}
    >
      <TextField label={words().playerId} value={player} onChange={setPlayer} mono first />
      <p className={css.quiet}>{words().setText}</p>
    </ActionDialog>
  )
}

/** Many accounts at once are two people's business: this one proposes, and the other reads the same list. */
function Several({
  known,
  onClose,
  onDone,
}: {
  known: readonly string[]
  onClose: () => void
  onDone: (result: StaffProposed) => void
}) {
  const [text, setText] = useState(known.join('\n'))
  const [propose] = useFreezesProposeMutation()
  const players = [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter((each) => each !== ''),
    ),
  ]
  const wrong = players.filter((each) => !playerId.test(each))
  const missing =
    wrong[0] !== undefined
      ? words().noPlayer(wrong[0])
      : players.length === 0
        ? words().needsPlayers
        : players.length > playersMax
          ? words().tooMany(String(playersMax))
          : null
  return (
    <ActionDialog
      wide
      title={words().propose}
      label={words().doPropose}
      missing={missing}
      act={(reason) => propose({ players, reason })}
      onClose={onClose}
      onDone={(result) => onDone(result as StaffProposed)}
    >
      <div className={own.idsField}>
        <TextField
          label={words().playerIds}
          hint={words().counted(String(players.length))}
          lines={8}
          value={text}
          onChange={setText}
          error={text.trim() === '' ? null : missing}
          first
        />
      </div>
      <p className={css.quiet}>{words().proposeText}</p>
    </ActionDialog>
  )
}
