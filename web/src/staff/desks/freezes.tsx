// Stopped accounts: who, since when and why; stopping one, and letting it go on.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '../api/store.ts'
import { Button } from '../ui/Button.tsx'
import { DataTable, type Column } from '../ui/DataTable.tsx'
import { TextField } from '../ui/Field.tsx'
import { Id } from '../ui/Id.tsx'
import { Moment } from '../ui/Moment.tsx'
import { Page } from '../ui/Page.tsx'
import { Empty } from '../ui/states.tsx'
import { usePages } from '../ui/usePages.ts'
import { endpoints, useFreezesLiftMutation, useFreezesSetMutation, type StaffFreeze } from '../api/endpoints.gen.ts'
import { ActDialog } from './parts/Act.tsx'
import { useDone } from './parts/Done.tsx'
import { d } from './texts.ts'
import css from './desk.module.css'

const words = d.freezes
const playerId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** A line with what can be done to it. */
type Row = StaffFreeze & { onLift: (() => void) | null }

const columns: readonly Column<Row>[] = [
  { key: 'since', title: words.since, width: 160, cell: ({ at_ms }) => <Moment ms={at_ms} /> },
  { key: 'player', title: words.player, width: 330, cell: ({ player }) => <Id value={player} whole to={`/players/${player}`} /> },
  { key: 'reason', title: words.reason, width: 260, grow: true, cell: ({ reason }) => <span title={reason}>{reason}</span> },
  { key: 'by', title: words.by, width: 140, cell: ({ by }) => by },
  { key: 'lift', title: words.act, width: 130, cell: ({ onLift }) => onLift && <Button look="quiet" onClick={onLift}>{words.lift}</Button> },
]

export default function FreezesScreen() {
  const [params] = useSearchParams()
  const pages = usePages(endpoints.endpoints.freezesList, {})
  const [setting, setSetting] = useState(params.has('player'))
  const [lifting, setLifting] = useState<StaffFreeze | null>(null)
  const [player, setPlayer] = useState(params.get('player') ?? '')
  const [freeze] = useFreezesSetMutation()
  const [lift] = useFreezesLiftMutation()
  const [done, say] = useDone()
  const [maySet, mayLift] = [useCan('freezes.set'), useCan('freezes.lift')]
  const rows = pages.rows.map((freeze): Row => ({ ...freeze, onLift: mayLift ? () => setLifting(freeze) : null }))
  return (
    <Page title={words.title} sub={words.sub} fill actions={maySet && <Button look="danger" onClick={() => setSetting(true)}>{words.set}</Button>}>
      {done}
      <DataTable name="freezes" label={words.title} columns={columns} pages={{ ...pages, rows }} rows={rows} rowKey={(row) => row.player} empty={<Empty title={words.none} />} />
      {setting && (
        <ActDialog title={words.set} label={words.set} danger missing={playerId.test(player.trim()) ? null : words.needsPlayer} act={(reason) => freeze({ player: player.trim(), reason })} onClose={() => setSetting(false)} onDone={() => { setSetting(false); setPlayer(''); say(words.isSet); pages.reload() }}>
          <TextField label={words.playerId} value={player} onChange={setPlayer} mono />
          <p className={css.quiet}>{words.setText}</p>
        </ActDialog>
      )}
      {lifting && (
        <ActDialog title={words.lift} label={words.lift} act={(reason) => lift({ player: lifting.player, reason })} onClose={() => setLifting(null)} onDone={() => { setLifting(null); say(words.isLifted); pages.reload() }}>
          <p>{words.liftText} <Id value={lifting.player} /></p>
        </ActDialog>
      )}
    </Page>
  )
}
