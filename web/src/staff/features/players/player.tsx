// One player: balances at any event, what happened in words, limits and links, and from every balance the way to
// the events behind it: press a balance, press a line, press its event.
import { useCallback, useState } from 'react'
import { useParams } from 'react-router'
import {
  usePlayersTimelinePagesInfiniteQuery,
  usePlayersInfoQuery,
  type PlayersInfoData,
  type TimelineLine,
} from '../../api/endpoints.gen.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { Sums } from '../../parts/Sums.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useCan, usePast } from '../../api/store.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/Badge.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Columns, Page } from '../../ui/Page.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { QueryState, Empty } from '../../ui/states.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { usePages, type Pages } from '../../ui/usePages.ts'
import { count } from '../../words/money.ts'
import { utc } from '../../words/time.ts'
import { BalanceDrawer } from './BalanceDrawer.tsx'
import { PersonalData } from './PersonalData.tsx'
import { PlayerCases } from './PlayerCases.tsx'
import { PlayerRecords } from './PlayerRecords.tsx'
import { PlayerTopups } from './PlayerTopups.tsx'
import { PlayerWithdrawals } from './PlayerWithdrawals.tsx'
import { Balances, FactsPanel, Limits, Links } from './playerFacts.tsx'
import { timelineColumns, timelineLines } from './timelineColumns.tsx'
import own from './players.module.css'

const words = () => t.player
/** Parts with money that say by themselves of which moment they are. */
const ownMoment: readonly string[] = ['withdrawals', 'topups', 'records']

export default function PlayerScreen() {
  const { id = '' } = useParams()
  const past = usePast()
  const [{ upto, tab: asked, ...range }, set] = useFilters(['upto', 'tab', ...rangeKeys])
  const listed = { player: id, ...past, ...range, sums: true }
  const pages = usePages(useFresh(usePlayersTimelinePagesInfiniteQuery(listed)))
  // The first line of a period may not be the newest of all.
  const hasRange = Boolean(range.from ?? range.until)
  // A place on the slider is older than the moment of the whole console, so it is the one that counts.
  const query = useFresh(usePlayersInfoQuery({ player: id, ...past, ...(upto ? { as_of: upto } : {}) }))
  const choose = useCallback(
    (line: TimelineLine, newest: boolean) =>
      set({ upto: newest && !hasRange ? null : String(line.event.position) }),
    [set, hasRange],
  )
  // Lists of other desks are there for who may open those.
  const may: Readonly<Record<string, boolean>> = {
    withdrawals: useCan('withdrawals.list'),
    topups: useCan('topups.refundable'),
    records: useCan('records.list'),
    cases: useCan('cases.list'),
  }
  const tabs = Object.entries(words().tabs).filter(([key]) => may[key] ?? true)
  // An address may come from somebody who may see more.
  const tab = tabs.map(([key]) => key).find((key) => key === asked) ?? 'money'
  const chosen = upto ? pages.rows.find(({ event }) => String(event.position) === upto) : undefined
  return (
    <Page
      title={query.data?.scode ?? t.word.player}
      sub={<Id value={id} whole />}
      actions={
        <>
          <div className={own.group}>
            {!upto && !ownMoment.includes(tab) && <AsOf at={query.currentData?.at} />}
            <Standing data={query.currentData} />
          </div>
          <Actions id={id} tab={tab} />
        </>
      }
      fill={tab !== 'person'}
    >
      <Tabs
        label={words().parts}
        options={tabs}
        value={tab}
        onChange={(to) => set({ tab: to === 'money' ? null : to })}
      />
      {tab === 'withdrawals' && <PlayerWithdrawals player={id} />}
      {tab === 'topups' && <PlayerTopups player={id} />}
      {tab === 'records' && <PlayerRecords player={id} />}
      {tab === 'cases' && <PlayerCases player={id} />}
      {(tab === 'money' || tab === 'person') && (
        <QueryState query={query} rows={4}>
          {(data) =>
            tab === 'money' ? (
              <Money data={data} upto={upto} number={chosen?.event.version} />
            ) : (
              <Columns min={330}>
                <FactsPanel data={data} />
                <Limits data={data} />
                <Links data={data} />
                <PersonalData data={data} />
              </Columns>
            )
          }
        </QueryState>
      )}
      {tab === 'money' && (
        <>
          {!hasRange && <Travel pages={pages} upto={upto} choose={choose} />}
          <FilterBar filters={[]} range values={range} onChange={set} />
          <Sums of={pages.first} />
          <DataTable
            name="timeline"
            label={words().timeline}
            columns={timelineColumns}
            linesOf={timelineLines}
            rows={pages.rows}
            pages={pages}
            rowKey={({ event }) => event.id}
            openKey={chosen?.event.id}
            onOpen={(line) => choose(line, line === pages.rows[0])}
            empty={<Empty title={words().empty} />}
          />
        </>
      )}
    </Page>
  )
}

function Standing({ data }: { data: PlayersInfoData | undefined }) {
  return (
    <>
      {data?.limits.frozen && <Badge tone="bad">{words().frozen}</Badge>}
      {data && data.vip !== null && data.vip !== undefined && <Badge tone="accent">VIP {data.vip}</Badge>}
      {data && <Badge tone={data.holds ? 'good' : 'bad'}>{data.holds ? words().holds : words().off}</Badge>}
    </>
  )
}

/** The list of each part, as it is exported; all but the first show now. */
const lists: Readonly<Record<string, string>> = {
  money: 'players/timeline',
  withdrawals: 'withdrawals/list',
  topups: 'topups/refundable',
  records: 'records/list',
  cases: 'cases/list',
}

/** Parts whose list is of a period. */
const ranged: readonly string[] = ['money', 'withdrawals', 'records']

/** What leads on stays together. */
function Actions({ id, tab }: { id: string; tab: string }) {
  const past = usePast()
  const [range] = useFilters(rangeKeys)
  const list = lists[tab]
  // Each list with what its screen asks for: one is of a moment, some are of a period.
  const asked = { ...(tab === 'money' ? past : {}), ...(ranged.includes(tab) ? range : {}) }
  return (
    <div className={own.group}>
      {list && <ExportList key={list} list={list} body={{ player: id, ...asked }} />}
      <Go to={`/entries?owner=${id}`}>{words().entries}</Go>
      <Go to={`/statement?owner=${id}`}>{words().statement}</Go>
      <Go to={`/events?stream=player&key=${id}`}>{words().events}</Go>
    </div>
  )
}

/** Every balance, and the way from one to its lines. */
function Money({
  data,
  upto,
  number,
}: {
  data: PlayersInfoData
  upto: string | undefined
  number: number | undefined
}) {
  const [account, setAccount] = useState<string | null>(null)
  return (
    <>
      <Balances
        data={data}
        note={upto ? words().atEvent(number === undefined ? `@${upto}` : String(number)) : null}
        onWhy={setAccount}
      />
      {account && (
        <BalanceDrawer owner={data.player} account={account} upto={upto} onClose={() => setAccount(null)} />
      )}
    </>
  )
}

/** Through the events that are loaded; older ones come with the table's own "load more". */
function Travel({
  pages,
  upto,
  choose,
}: {
  pages: Pages<TimelineLine>
  upto: string | undefined
  choose: (line: TimelineLine, newest: boolean) => void
}) {
  const { rows } = pages
  const newest = rows[0]?.event.version ?? 0
  const oldest = rows.at(-1)?.event.version ?? 0
  const at = upto ? rows.find(({ event }) => event.position <= Number(upto)) : rows[0]
  const rest = useCallback(
    (version: number) => {
      const line = rows.find(({ event }) => event.version === version)
      if (line) choose(line, line === rows[0])
    },
    [rows, choose],
  )
  if (rows.length < 2) return null
  return (
    <section className={own.travel}>
      <h2>{words().slider}</h2>
      <Slider
        label={words().slider}
        min={oldest}
        max={newest}
        value={at?.event.version ?? newest}
        onRest={rest}
        note={(version) => [
          words().sliderNote(count(version), count(newest)),
          momentOf(rows.find(({ event }) => event.version === version)),
        ]}
      />
    </section>
  )
}

const momentOf = (line: TimelineLine | undefined) => (line ? `${utc(line.event.at_ms)} UTC` : '')
