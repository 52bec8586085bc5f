// Red packets and redeem codes: what is out, how far it is claimed, a new campaign, and its early end.
import { useEffect, useState } from 'react'
import { useCan, useStaff } from '../../api/store.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Page, Panel } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { accountWords } from '../../words/accounts.ts'
import { codeWords } from '../../words/codes.ts'
import { count, minorOf, symbols } from '../../words/money.ts'
import {
  usePacketsCodeMutation,
  usePacketsCreateMutation,
  usePacketsListPagesInfiniteQuery,
  usePacketsProposeMutation,
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
import css from '../../ui/layout.module.css'

const words = () => t.packets
const kinds = ['equal', 'lucky', 'code'] as const
const assets = ['coin', 'diamond', 'gusd_bonus', 'usdt'] as const
/** The packet's name of what is in it is not always the asset's. */
const assetOf = (name: string): string => (name === 'gusd_bonus' ? 'gusd' : name)

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

const whole = (text: string): number => (/^\d{1,5}$/.test(text) ? Number(text) : 0)

function Create({ onClose, onDone }: { onClose: () => void; onDone: (made: PacketsCreated | null) => void }) {
  const [who, setWho] = useState<string>('alone')
  const [kind, setKind] = useState<string>('equal')
  const [asset, setAsset] = useState<string>('coin')
  const [total, setTotal] = useState('')
  const [shares, setShares] = useState('')
  const [title, setTitle] = useState('')
  const [titleZh, setTitleZh] = useState('')
  const [opens, setOpens] = useState('')
  const [hours, setHours] = useState('24')
  const [age, setAge] = useState('0')
  const [casts, setCasts] = useState('0')
  const [countries, setCountries] = useState('')
  const [create] = usePacketsCreateMutation()
  const [propose] = usePacketsProposeMutation()
  const minor = minorOf(total, assetOf(asset))
  const startsMs = opens === '' ? null : Date.parse(`${opens}Z`)
  const now = useNow()
  const past = startsMs !== null && startsMs <= now ? words().needsFuture : null
  const [parts, time] = [shares, hours].map((text) => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : null))
  const missing =
    minor === null || minor.startsWith('-') || minor === '0'
      ? words().needsTotal
      : !parts
        ? words().needsShares
        : !time
          ? words().needsHours
          : title.trim() === '' || titleZh.trim() === ''
            ? words().needsTitle
            : past
  return (
    <ActionDialog
      wide
      title={words().create}
      label={words().create}
      missing={missing}
      act={(reason) =>
        (who === 'two' ? propose : create)({
          kind,
          asset,
          total: minor ?? '',
          shares: parts ?? 0,
          min: null,
          title_en: title.trim(),
          title_zh: titleZh.trim(),
          starts_ms: startsMs,
          hours: time ?? 0,
          min_age_days: whole(age),
          min_casts_7d: whole(casts),
          countries: countries.split(/[\s,]+/).filter(Boolean),
          reason,
        })
      }
      onClose={onClose}
      onDone={(result) => onDone('code' in (result as object) ? (result as PacketsCreated) : null)}
    >
      <div className={css.fields}>
        <SelectField
          label={words().kind}
          value={kind}
          onChange={setKind}
          options={kinds.map((each) => [each, words().kinds[each]] as const)}
        />
        <SelectField
          label={words().asset}
          value={asset}
          onChange={setAsset}
          options={assets.map((each) => [each, symbols[each] ?? accountWords(each)] as const)}
        />
      </div>
      <div className={css.fields}>
        <TextField label={words().total} value={total} onChange={setTotal} inputMode="decimal" />
        <TextField label={words().shares} value={shares} onChange={setShares} inputMode="numeric" />
      </div>
      <div className={css.fields}>
        <TextField
          label={words().opens}
          hint={words().opensHint}
          error={past}
          type="datetime-local"
          value={opens}
          onChange={setOpens}
          optional
        />
        <TextField label={words().hours} value={hours} onChange={setHours} inputMode="numeric" />
      </div>
      <TextField label={words().nameEn} value={title} onChange={setTitle} />
      <TextField label={words().nameZh} value={titleZh} onChange={setTitleZh} />
      <div className={css.fields}>
        <TextField label={words().age} value={age} onChange={setAge} inputMode="numeric" />
        <TextField label={words().casts} value={casts} onChange={setCasts} inputMode="numeric" />
        <TextField
          label={words().countries}
          hint={words().countriesHint}
          value={countries}
          onChange={setCountries}
          mono
          optional
        />
      </div>
      <SelectField
        label={words().who}
        value={who}
        onChange={setWho}
        options={(['alone', 'two'] as const).map((each) => [each, words()[each]] as const)}
      />
      {asset === 'usdt' && (
        <p className={css.warn}>
          {words().budget} {words().day}
        </p>
      )}
    </ActionDialog>
  )
}
