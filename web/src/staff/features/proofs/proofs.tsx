// Signed checkpoints, and proofs against them that anybody checks on a machine of their own.
import { useState } from 'react'
import {
  useProofsCheckpointsPagesInfiniteQuery,
  useProofsConsistencyQuery,
  useProofsInclusionQuery,
  type ShownCheckpoint,
  type ShownWitness,
  type ProofData,
} from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Copy, Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Columns, Facts, Page, Panel } from '../../ui/Page.tsx'
import { QueryState, Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { count } from '../../words/money.ts'
import { saveText } from '../../ui/saveText.ts'
import css from '../../ui/layout.module.css'
import own from './proofs.module.css'

const words = () => t.proofs

const columns: readonly Column<ShownCheckpoint>[] = [
  { key: 'number', title: () => words().number, width: 80, align: 'end', cell: ({ number }) => number },
  { key: 'when', title: () => t.word.when, width: 162, cell: ({ at_ms }) => <Moment ms={at_ms} /> },
  { key: 'size', title: () => words().size, width: 110, align: 'end', cell: ({ events }) => count(events) },
  {
    key: 'root',
    title: () => words().root,
    width: 300,
    grow: true,
    cell: ({ logs }) =>
      logs.map(({ partition, root }) => <Id key={partition} value={root} whole={logs.length === 1} />),
  },
  {
    key: 'origin',
    title: () => words().origin,
    width: 220,
    cell: ({ origin }) => <span title={origin}>{origin}</span>,
  },
]

export default function ProofsScreen() {
  const past = usePast()
  const [range, set] = useFilters(rangeKeys)
  const asked = { ...past, ...range }
  const query = useProofsCheckpointsPagesInfiniteQuery(asked)
  const pages = usePages(query)
  const [open, setOpen] = useState<ShownCheckpoint | null>(null)
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={<ExportList list="proofs/checkpoints" body={asked} />}
    >
      <Columns min={420}>
        <Inclusion />
        <Consistency />
      </Columns>
      <Witnesses list={query.data?.pages[0]?.witnesses ?? []} />
      <FilterBar filters={[]} range values={range} onChange={set} />
      <DataTable
        name="checkpoints"
        label={words().checkpoints}
        columns={columns}
        rows={pages.rows}
        pages={pages}
        rowKey={({ number }) => String(number)}
        onOpen={setOpen}
        openKey={open && String(open.number)}
        empty={<Empty title={words().none} />}
      />
      {open && <Checkpoint checkpoint={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

/** Who cosigns: nobody showed them another history before. */
function Witnesses({ list }: { list: readonly ShownWitness[] }) {
  if (list.length === 0) {
    return <p className={css.quiet}>{words().noWitness}</p>
  }
  return (
    <Panel title={words().witnesses}>
      <Facts
        facts={list.map(({ name, key, number, at_ms }) => [
          name,
          <span key={key} className={css.row}>
            <span>{words().cosigned(String(number))}</span>
            <Moment ms={at_ms} exact zone />
            <Id value={key} />
          </span>,
        ])}
      />
    </Panel>
  )
}

function Checkpoint({ checkpoint, onClose }: { checkpoint: ShownCheckpoint; onClose: () => void }) {
  return (
    <Dialog title={words().checkpoint(String(checkpoint.number))} look="side" onClose={onClose}>
      <div className={css.stack}>
        <Facts
          facts={[
            [t.word.when, <Moment key="m" ms={checkpoint.at_ms} exact zone />],
            [words().size, count(checkpoint.events)],
            [words().origin, checkpoint.origin],
            [words().vkey, <Id key="v" value={checkpoint.vkey} whole />],
          ]}
        />
        <p className={css.quiet}>{words().vkeyNote}</p>
        <h3>
          {words().signed} <Copy value={checkpoint.note} />
        </h3>
        <pre className={own.proof}>{checkpoint.note}</pre>
        <div>
          <Button onClick={() => saveText(`checkpoint-${checkpoint.number}.txt`, checkpoint.note)}>
            {words().save}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Inclusion() {
  const [{ partition = '0', position = '' }, set] = useFilters(['partition', 'position'])
  const [draft, setDraft] = useState(position)
  const valid = /^\d+$/.test(position)
  const query = useProofsInclusionQuery(
    { partition: Number(partition), position: Number(position) },
    { skip: !valid },
  )
  return (
    <Panel title={words().inclusion}>
      <form
        className={css.row}
        onSubmit={(event) => {
          event.preventDefault()
          set({ position: draft.trim() })
        }}
      >
        <TextField label={words().position} value={draft} onChange={setDraft} inputMode="numeric" mono />
        <Button type="submit" look="main" disabled={!/^\d+$/.test(draft.trim())}>
          {words().prove}
        </Button>
      </form>
      {valid && (
        <QueryState query={query} rows={3}>
          {(proof) => (
            <Proof
              proof={proof}
              what={words().included(position, partition)}
              name={`inclusion-${position}`}
            />
          )}
        </QueryState>
      )}
    </Panel>
  )
}

function Consistency() {
  const [old, setOld] = useState('')
  const [older, setOlder] = useState<number | null>(null)
  const query = useProofsConsistencyQuery({ old: older ?? 0 }, { skip: older === null })
  return (
    <Panel title={words().consistency}>
      <form
        className={css.row}
        onSubmit={(event) => {
          event.preventDefault()
          setOlder(Number(old))
        }}
      >
        <TextField label={words().older} value={old} onChange={setOld} inputMode="numeric" mono />
        <Button type="submit" look="main" disabled={!/^\d+$/.test(old.trim())}>
          {words().prove}
        </Button>
      </form>
      {older !== null && (
        <QueryState query={query} rows={3}>
          {(proof) => (
            <Proof
              proof={proof}
              what={words().grown(String(older), String(proof.checkpoint.number))}
              name={`consistency-${older}`}
            />
          )}
        </QueryState>
      )}
    </Panel>
  )
}

/** What is proven against which checkpoint, and the file that proves it elsewhere. */
function Proof({ proof, what, name }: { proof: ProofData; what: string; name: string }) {
  return (
    <div className={own.answer}>
      <p>{what}</p>
      <p className={css.quiet}>
        {words().against(String(proof.checkpoint.number), count(proof.checkpoint.events))}
      </p>
      <div className={css.row}>
        <Button onClick={() => saveText(`${name}.json`, proof.bundle)}>{words().save}</Button>
        <Copy value={proof.bundle} />
      </div>
      <p className={css.quiet}>{words().offline}</p>
    </div>
  )
}
