// Red packets and redeem codes: what is out, how far it is claimed, a new campaign, and its early end.
import { useEffect, useState } from 'react'
import { useCan, useStaff } from '../../api/store.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Page, Panel } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { codeWords } from '../../words/codes.ts'
import { count } from '../../words/money.ts'
import {
  usePacketsCodeMutation,
  usePacketsListPagesInfiniteQuery,
  usePacketsStopMutation,
  type PacketsCreated,
  type StaffPacket,
} from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { useNow } from '../../ui/useNow.ts'
import { Split } from '../../ui/Split.tsx'
import { Sums } from '../../parts/Sums.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { assetOf } from './assetOf.ts'
import { Create } from './Create.tsx'
import css from '../../ui/layout.module.css'

const words = () => t.packets

const kindWords = (kind: string) => (words().kinds as Readonly<Record<string, string>>)[kind] ?? kind

const columns: readonly Column<StaffPacket>[] = [
  { key: 'packet', title: () => words().packet, width: 128, cell: ({ packet }) => <Id value={packet} /> },
  { key: 'kind', title: () => words().kind, width: 112, cell: ({ kind }) => kindWords(kind) },
  {
    key: 'total',
    title: () => words().total,
    width: 136,
    align: 'end',
    grow: true,
    cell: ({ total, asset }) => <Amount minor={total} asset={assetOf(asset)} />,
  },
  {
    key: 'claimed',
    title: () => words().claimed,
    width: 84,
    align: 'end',
    cell: ({ claimed, shares }) => `${count(claimed)} / ${count(shares)}`,
  },
  { key: 'state', title: () => words().state, width: 96, cell: (packet) => <State packet={packet} /> },
  { key: 'made', title: () => words().made, width: 160, cell: ({ made_ms }) => <Moment ms={made_ms} /> },
  {
    key: 'opens',
    title: () => words().opens,
    width: 160,
    cell: ({ starts_ms }) => <Moment ms={starts_ms} />,
  },
  { key: 'ends', title: () => words().ends, width: 160, cell: ({ ends_ms }) => <Moment ms={ends_ms} /> },
  { key: 'by', title: () => words().maker, width: 130, cell: ({ by }) => by },
]
/** Beside an open packet, which shows the rest. */
const few = columns.filter(({ key }) => !['made', 'opens', 'ends', 'by'].includes(key))

export default function PacketsScreen() {
  const [{ open, ...range }, set] = useFilters(['open', ...rangeKeys])
  const pages = usePages(useFresh(usePacketsListPagesInfiniteQuery({ ...range, sums: true })))
  const { rows, more, state, loadMore } = pages
  const [creating, setCreating] = useState(false)
  // Whoever made a packet a moment ago need not ask for its code.
  const [fresh, setFresh] = useState<PacketsCreated | null>(null)
  const [done, say] = useNotice()
  const mayCreate = useCan('packets.create')
  const packet = rows.find((each) => each.packet === open)
  // An address may name a packet of any page.
  const isSought = open !== undefined && !packet && more && state === 'ready'
  useEffect(() => {
    if (isSought) loadMore()
  }, [isSought, loadMore])
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={
        <>
          <AsOf at={pages.first?.at} />
          <ExportList list="packets/list" body={range} />
          {mayCreate && (
            <Button look="main" onClick={() => setCreating(true)}>
              {words().create}
            </Button>
          )}
        </>
      }
    >
      <FilterBar filters={[]} range values={range} onChange={set} />
      <Sums of={pages.first} />
      {done}
      <Split
        list={
          <DataTable
            name="packets"
            label={words().title}
            columns={packet ? few : columns}
            rows={rows}
            pages={pages}
            rowKey={({ packet: id }) => id}
            onOpen={({ packet: id }) => set({ open: id })}
            openKey={open ?? null}
            empty={<Empty title={words().none} />}
          />
        }
        aside={
          packet ? (
            <Packet
              key={packet.packet}
              packet={packet}
              fresh={fresh?.packet === packet.packet ? fresh : null}
              onDone={() => say(words().stopped)}
            />
          ) : null
        }
      />
      {creating && (
        <Create
          onClose={() => setCreating(false)}
          onDone={(made) => {
            setCreating(false)
            say(made === null ? words().proposed : words().created(made.code))
            setFresh(made)
            if (made !== null) set({ open: made.packet })
          }}
        />
      )}
    </Page>
  )
}

function State({ packet: { ended = null, starts_ms: startsMs } }: { packet: StaffPacket }) {
  const now = useNow()
  if (ended !== null) return <Badge tone={ended === 'stopped' ? 'bad' : 'plain'}>{codeWords(ended)}</Badge>
  return now < startsMs ? (
    <Badge tone="plain">{words().waits}</Badge>
  ) : (
    <Badge tone="good">{words().open}</Badge>
  )
}

type Opened = { packet: StaffPacket; fresh: PacketsCreated | null; onDone: () => void }

function Packet({ packet, fresh, onDone }: Opened) {
  const [stopping, setStopping] = useState(false)
  const [stop] = usePacketsStopMutation()
  const mayStop = useCan('packets.stop')
  const maySee = useCan('packets.code')
  const me = useStaff(({ session }) => session.me?.name)
  return (
    <Panel title={kindWords(packet.kind)} aside={<State packet={packet} />}>
      <div className={css.stack}>
        <Facts
          facts={[
            [words().packet, <Id key="packet" value={packet.packet} />],
            [
              words().code,
              maySee && me === packet.by ? (
                <Code key="code" packet={packet.packet} fresh={fresh} />
              ) : (
                words().sealed
              ),
            ],
            [words().total, <Amount key="t" minor={packet.total} asset={assetOf(packet.asset)} />],
            [words().claimed, `${count(packet.claimed)} / ${count(packet.shares)}`],
            [words().made, <Moment key="m" ms={packet.made_ms} />],
            [words().opens, <Moment key="o" ms={packet.starts_ms} />],
            [words().ends, <Moment key="e" ms={packet.ends_ms} />],
            [words().maker, packet.by],
          ]}
        />
        {mayStop && (packet.ended ?? null) === null && (
          <div className={css.actions}>
            <Button look="danger" onClick={() => setStopping(true)}>
              {words().stop}
            </Button>
          </div>
        )}
      </div>
      {stopping && (
        <ActionDialog
          title={words().stopTitle}
          label={words().stop}
          danger
          act={(reason) => stop({ packet: packet.packet, reason })}
          onClose={() => setStopping(false)}
          onDone={() => {
            setStopping(false)
            onDone()
          }}
        >
          <p>{words().stopText}</p>
        </ActionDialog>
      )}
    </Panel>
  )
}

/** Who made the packet looks at its code when it is needed, and says why: each look is recorded. */
function Code({ packet, fresh }: { packet: string; fresh: PacketsCreated | null }) {
  const [asking, setAsking] = useState(false)
  const [made, setMade] = useState(fresh)
  const [look] = usePacketsCodeMutation()
  if (made !== null)
    return (
      <span className={css.stack}>
        <Id value={made.code} whole />
        <Id value={made.link} whole />
      </span>
    )
  return (
    <>
      <Button onClick={() => setAsking(true)}>{words().show}</Button>
      {asking && (
        <ActionDialog
          title={words().show}
          label={words().show}
          act={(reason) => look({ packet, reason })}
          onClose={() => setAsking(false)}
          onDone={(result) => {
            setAsking(false)
            setMade(result as PacketsCreated)
          }}
        >
          <p>{words().looked}</p>
        </ActionDialog>
      )}
    </>
  )
}
