// Responsible play: who took a break, who plays near a limit of their own or for long, who tries to play in spite of a
// break, and what was said to them.
import { useState } from 'react'
import { useCan } from '../../api/store.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { FilterBar, useFilters } from '../../ui/Filters.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Page, Panel, Plain } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import {
  usePlayListPagesInfiniteQuery,
  usePlayNoteMutation,
  type StaffPlayer,
} from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { ReadAt } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useNotice } from '../../ui/useNotice.tsx'
import { CheckedFacts } from '../../parts/CheckedFacts.tsx'
import { Split } from '../../ui/Split.tsx'
import { nearPerCent, usesOf, type Use } from './uses.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'

const words = () => t.play
const tones: Readonly<Record<string, Tone>> = {
  excluded: 'plain',
  cool_off: 'plain',
  loss: 'warn',
  session: 'warn',
  playing: 'bad',
}
const onBreak = ({ why }: StaffPlayer) => ['excluded', 'cool_off', 'playing'].includes(why)
const usesOfPlayer = (player: StaffPlayer) => usesOf(player.limits, onBreak(player))

const columns: readonly Column<StaffPlayer>[] = [
  {
    key: 'why',
    title: () => words().why,
    width: 208,
    cell: ({ why }) => <Badge tone={tones[why] ?? 'plain'}>{words().whys[why] ?? why}</Badge>,
  },
  {
    key: 'player',
    title: () => words().player,
    width: 138,
    cell: ({ player }) => <Id value={player} to={`/players/${player}`} />,
  },
  {
    key: 'until',
    title: () => words().until,
    width: 160,
    cell: ({ until_ms = null }) => (until_ms === null ? '–' : <Moment ms={until_ms} />),
  },
  {
    key: 'near',
    title: () => words().nearest,
    width: 108,
    align: 'end',
    hint: () => words().nearestHint,
    cell: (player) => <Nearest uses={usesOfPlayer(player).uses} />,
  },
  { key: 'notes', title: () => words().notes, width: 90, align: 'end', cell: ({ notes }) => notes.length },
  {
    key: 'last',
    title: () => words().last,
    width: 160,
    grow: true,
    cell: ({ notes }) => (notes[0] ? <Moment ms={notes[0].at_ms} /> : t.word.none),
  },
]
/** Beside an open player, whose contacts stand there. */
const few = columns.filter(({ key }) => key !== 'notes' && key !== 'last')

/** The limit of which most is used. */
function Nearest({ uses }: { uses: readonly Use[] }) {
  const most = Math.max(-1, ...uses.map(({ perCent }) => perCent ?? -1))
  return most < 0 ? '–' : `${most} %`
}

export default function PlayScreen() {
  const [{ open, why }, set] = useFilters(['open', 'why'])
  const asked = why === undefined ? {} : { why }
  const query = useFresh(usePlayListPagesInfiniteQuery(asked))
  const pages = usePages(query)
  const [done, say] = useNotice()
  const player = pages.rows.find((each) => each.player === open)
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={
        <>
          <ReadAt ms={query.fulfilledTimeStamp} />
          <ExportList list="play/list" body={asked} />
        </>
      }
    >
      <FilterBar
        filters={[{ key: 'why', label: words().why, options: Object.entries(words().whys) }]}
        values={{ why }}
        onChange={set}
      />
      {done}
      <Split
        list={
          <DataTable
            name="play"
            label={words().title}
            columns={player ? few : columns}
            rows={pages.rows}
            pages={pages}
            rowKey={(each) => each.player}
            onOpen={(each) => set({ open: each.player })}
            openKey={open ?? null}
            empty={<Empty title={words().none} />}
          />
        }
        aside={
          player ? <Player key={player.player} player={player} onDone={() => say(words().noted)} /> : null
        }
      />
    </Page>
  )
}

function Player({ player, onDone }: { player: StaffPlayer; onDone: () => void }) {
  const [noting, setNoting] = useState(false)
  const [note] = usePlayNoteMutation()
  const may = useCan('play.note')
  const { uses, rest } = usesOfPlayer(player)
  return (
    <Panel
      title={<Id value={player.player} to={`/players/${player.player}`} />}
      aside={<Badge tone={tones[player.why] ?? 'plain'}>{words().whys[player.why] ?? player.why}</Badge>}
    >
      <div className={css.stack}>
        {(player.until_ms ?? null) !== null && (
          <Facts facts={[[words().breakUntil, <Moment key="u" ms={player.until_ms ?? 0} zone />]]} />
        )}
        <Uses uses={uses} />
        <CheckedFacts facts={rest} label={words().limits} />
        <Contacts notes={player.notes} />
        {may && (
          <div className={css.actions}>
            <Button look="main" onClick={() => setNoting(true)}>
              {words().note}
            </Button>
          </div>
        )}
      </div>
      {noting && (
        <ActionDialog
          title={words().note}
          label={words().note}
          act={(reason) => note({ player: player.player, reason })}
          onClose={() => setNoting(false)}
          onDone={() => {
            setNoting(false)
            onDone()
          }}
        >
          <p className={css.quiet}>{words().noteText}</p>
        </ActionDialog>
      )}
    </Panel>
  )
}

function Uses({ uses }: { uses: readonly Use[] }) {
  if (uses.length === 0) return null
  const amount = (text: string | null, unit: Use['unit']) =>
    text === null ? (
      '–'
    ) : unit === 'usdt' ? (
      <Amount minor={text} asset="usdt" />
    ) : (
      <span className={css.nowrap}>{words().minutes(text)}</span>
    )
  return (
    <Plain
      label={words().limits}
      head={[
        { title: words().limits },
        { title: words().used, end: true },
        { title: words().limit, end: true },
        { title: words().share, end: true },
      ]}
      rows={uses.map(({ name, unit, used, limit, perCent }) => ({
        key: name,
        cells: [
          words().uses[name],
          amount(used, unit),
          limit === null ? words().noLimit : amount(limit, unit),
          perCent === null ? (
            '–'
          ) : (
            <Badge
              key="s"
              tone={perCent >= 100 ? 'bad' : perCent >= nearPerCent ? 'warn' : 'plain'}
            >{`${perCent} %`}</Badge>
          ),
        ],
      }))}
    />
  )
}

function Contacts({ notes }: { notes: StaffPlayer['notes'] }) {
  if (notes.length === 0) return <p className={css.quiet}>{words().noContacts}</p>
  return (
    <Plain
      label={words().contacts}
      head={[{ title: words().contacts }, { title: words().by }, { title: words().when }]}
      rows={notes.map(({ text, by, at_ms }) => ({
        key: String(at_ms),
        cells: [
          text,
          <span key="b" className={css.nowrap}>
            {by}
          </span>,
          <Moment key="m" ms={at_ms} />,
        ],
      }))}
    />
  )
}
