// Responsible play: who took a break, who plays near a limit of their own, and what was said to them.
import { useState } from 'react'
import { useCan } from '../api/store.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { DataTable, type Column } from '../ui/DataTable.tsx'
import { useFilters } from '../ui/Filters.tsx'
import { Id } from '../ui/Id.tsx'
import { Moment } from '../ui/Moment.tsx'
import { Page, Panel, Plain } from '../ui/Page.tsx'
import { Asked, Empty } from '../ui/states.tsx'
import { usePlayListQuery, usePlayNoteMutation, type StaffPlayer } from '../api/endpoints.gen.ts'
import { ActDialog } from './parts/Act.tsx'
import { useDone } from './parts/Done.tsx'
import { Known } from './parts/Known.tsx'
import { Split } from './parts/Split.tsx'
import { d } from './texts.ts'
import css from './desk.module.css'

const words = d.play
const tones: Readonly<Record<string, Tone>> = { excluded: 'bad', cool_off: 'warn', loss: 'warn', session: 'warn' }

const columns: readonly Column<StaffPlayer>[] = [
  { key: 'why', title: words.why, width: 190, cell: ({ why }) => <Badge tone={tones[why] ?? 'plain'}>{words.whys[why] ?? why}</Badge> },
  { key: 'player', title: words.player, width: 180, grow: true, cell: ({ player }) => <Id value={player} to={`/players/${player}`} /> },
  { key: 'until', title: words.until, width: 160, cell: ({ until_ms = null }) => (until_ms === null ? '–' : <Moment ms={until_ms} />) },
  { key: 'notes', title: words.notes, width: 90, align: 'end', cell: ({ notes }) => notes.length },
  { key: 'last', title: words.last, width: 160, cell: ({ notes }) => (notes[0] ? <Moment ms={notes[0].at_ms} /> : d.none) },
]

export default function PlayScreen() {
  const query = usePlayListQuery({})
  const [{ open }, set] = useFilters(['open'])
  const [done, say] = useDone()
  return (
    <Page title={words.title} sub={words.sub} fill>
      {done}
      <Asked query={query}>
        {({ list }) => {
          const player = list.find((each) => each.player === open)
          return (
            <Split
              list={<DataTable name="play" label={words.title} columns={columns} rows={list} rowKey={(each) => each.player} onOpen={(each) => set({ open: each.player })} openKey={open ?? null} total={list.length} empty={<Empty title={words.none} />} />}
              aside={player ? <Player key={player.player} player={player} onDone={() => say(words.noted)} /> : null}
            />
          )
        }}
      </Asked>
    </Page>
  )
}

function Player({ player, onDone }: { player: StaffPlayer; onDone: () => void }) {
  const [noting, setNoting] = useState(false)
  const [note] = usePlayNoteMutation()
  const may = useCan('play.note')
  return (
    <Panel title={<Id value={player.player} to={`/players/${player.player}`} />} aside={<Badge tone={tones[player.why] ?? 'plain'}>{words.whys[player.why] ?? player.why}</Badge>}>
      <div className={css.stack}>
        <Known facts={player.limits} label={words.limits} />
        <Plain label={words.contacts} head={[{ title: words.contacts }, { title: words.by }, { title: words.when }]} rows={player.notes.map(({ text, by, at_ms }) => ({ key: String(at_ms), cells: [text, by, <Moment key="m" ms={at_ms} />] }))} />
        {may && <div className={css.acts}><Button look="main" onClick={() => setNoting(true)}>{words.note}</Button></div>}
      </div>
      {noting && (
        <ActDialog title={words.note} label={words.note} act={(reason) => note({ player: player.player, reason })} onClose={() => setNoting(false)} onDone={() => { setNoting(false); onDone() }}>
          <p className={css.quiet}>{words.noteText}</p>
        </ActDialog>
      )}
    </Panel>
  )
}
