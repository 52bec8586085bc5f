// Closed months, and quarters and years as their sums: statements beside the period before, cash flow, what restates
// what. An open period shows what its figures would be; a closed one what two people closed.
import { useState } from 'react'
import {
  usePeriodsInfoQuery,
  usePeriodsListPagesInfiniteQuery,
  usePeriodsProposeMutation,
  type FinancialLine,
  type PeriodsInfoData,
  type StaffPeriod,
} from '../../api/endpoints.gen.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useCan } from '../../api/store.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { InUsdt, Rates } from '../../parts/InUsdt.tsx'
import { Signed } from '../../parts/Signed.tsx'
import { Statements } from '../../parts/Statements.tsx'
import { Trial } from '../../parts/Trial.tsx'
import { findingText } from '../../words/findings.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { useFilters } from '../../ui/Filters.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import css from '../../ui/layout.module.css'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Page, Panel } from '../../ui/Page.tsx'
import { Split } from '../../ui/Split.tsx'
import { Empty, QueryState } from '../../ui/states.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { usePages } from '../../ui/usePages.ts'
import { assets, sumOf } from '../../words/money.ts'
import { Breaks } from './Breaks.tsx'
import { Cash, Restated } from './flows.tsx'
import { momentsOf } from './moments.ts'

const words = () => t.periods
const tones: Readonly<Record<string, Tone>> = { open: 'warn', proposed: 'warn', closed: 'good' }

const columns: readonly Column<StaffPeriod>[] = [
  {
    key: 'period',
    title: () => words().period,
    width: 96,
    cell: ({ period, kind }) => (kind === 'month' ? period : <strong>{period}</strong>),
  },
  {
    key: 'state',
    title: () => words().state,
    width: 104,
    cell: ({ state }) => <Badge tone={tones[state] ?? 'plain'}>{words().states[state] ?? state}</Badge>,
  },
  {
    key: 'by',
    title: () => words().by,
    width: 80,
    grow: true,
    cell: ({ proposer = null, approver = null }) =>
      proposer === null || approver === null ? '' : `${proposer}, ${approver}`,
  },
]

export default function PeriodsScreen() {
  const [{ open }, set] = useFilters(['open'])
  const pages = usePages(useFresh(usePeriodsListPagesInfiniteQuery()))
  const [done, say] = useNotice()
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={
        <>
          <AsOf at={pages.first?.at} />
          <ExportList list="periods/list" />
        </>
      }
    >
      {done}
      <Split
        wide
        list={
          <DataTable
            name="periods"
            label={words().title}
            columns={columns}
            pages={pages}
            rows={pages.rows}
            rowKey={({ period }) => period}
            onOpen={({ period }) => set({ open: period })}
            openKey={open ?? null}
            empty={<Empty title={words().none} />}
          />
        }
        aside={
          open ? (
            <Period key={open} period={open} onDone={() => say(words().proposed)} />
          ) : (
            <Empty title={words().choose} />
          )
        }
      />
    </Page>
  )
}

type OnDone = { onDone: () => void }

function Period({ period, onDone }: { period: string } & OnDone) {
  const query = useFresh(usePeriodsInfoQuery({ period }))
  return (
    <QueryState query={query} rows={14}>
      {(data) => <Shown data={data} onDone={onDone} />}
    </QueryState>
  )
}

function Shown({ data, onDone }: { data: PeriodsInfoData } & OnDone) {
  const { period, report, later, signed = null, key = null } = data
  const compared = report.accounts.some(({ opening }) => opening !== '0')
  return (
    <div className={css.stack}>
      <Head data={data} onDone={onDone} />
      {assets.map((asset) => (
        <Statements
          key={asset}
          asset={asset}
          list={report.entries}
          sums={report.sums}
          compared={compared}
          to={(line) => accountsOf(line, period)}
        />
      ))}
      {report.usdt && (
        <InUsdt
          usdt={report.usdt}
          list={report.entries}
          compared={compared}
          to={(line) => accountsOf(line, period)}
        />
      )}
      <Cash report={report} />
      <Breaks report={report} />
      <Restated
        lines={report.restated}
        chart={report.entries}
        title={words().restated}
        text={words().restatedText}
      />
      <Restated lines={later} chart={report.entries} title={words().later} text={words().laterText} />
      <Trial title={t.trial.title} accounts={report.accounts} sums={sumsOf(report)} />
      {signed !== null && <Signed note={signed} vkey={key} file={`period-${period.period}.txt`} />}
    </div>
  )
}

/** An entry's accounts in the trial balance of the period; one that is not over has no end yet. */
function accountsOf(line: FinancialLine, { period, state }: StaffPeriod): string {
  const { from, at } = momentsOf(period)
  const asked = new URLSearchParams({ account: line.accounts.join(','), from })
  if (state !== 'current') asked.set('at', at)
  return `/trial?${asked}`
}

/** What the accounts of each asset sum to. */
function sumsOf({ accounts }: PeriodsInfoData['report']): Readonly<Record<string, string>> {
  const found = assets.filter((asset) => accounts.some((line) => line.asset === asset))
  const closings = (asset: string) =>
    accounts.filter((line) => line.asset === asset).map(({ closing }) => closing)
  return Object.fromEntries(found.map((asset) => [asset, sumOf(closings(asset))]))
}

function Head({ data: { period, report, finding = null }, onDone }: { data: PeriodsInfoData } & OnDone) {
  const [asking, setAsking] = useState(false)
  const [propose] = usePeriodsProposeMutation()
  const may = useCan('periods.propose')
  const mayCompare = useCan('periods.restate')
  const { state, kind, proposal = null } = period
  const isOpen = state === 'open'
  const cannot = finding === null ? undefined : words().cannot(findingText(finding))
  return (
    <Panel
      title={period.period}
      aside={
        <>
          <Badge tone={tones[state] ?? 'plain'}>{words().states[state] ?? state}</Badge>
          <Badge tone={report.holds ? 'good' : 'bad'}>{report.holds ? words().holds : words().off}</Badge>
        </>
      }
    >
      <div className={css.stack}>
        {kind !== 'month' && <p className={css.quiet}>{words().sumOf}</p>}
        {state !== 'closed' && (
          <p className={css.warn}>{state === 'current' ? words().current : words().preview}</p>
        )}
        {cannot && state !== 'current' && <p className={css.warn}>{cannot}</p>}
        {state === 'proposed' && proposal !== null && (
          <p className={css.warn}>
            {words().waits} <Go to={`/desks/proposals?open=${proposal}`}>{words().look}</Go>
          </p>
        )}
        <Closing period={period} report={report} />
        {report.usdt ? <Rates usdt={report.usdt} /> : <p className={css.quiet}>{t.inUsdt.none}</p>}
        {period.sequence !== null && mayCompare && (
          <p data-screen-only>
            <Go to={`/restatement?period=${period.period}`}>{words().compare}</Go>
          </p>
        )}
        {isOpen && may && (
          <div className={css.actions}>
            <Button
              look="main"
              disabled={finding !== null || !report.holds}
              title={cannot}
              onClick={() => setAsking(true)}
            >
              {words().propose}
            </Button>
          </div>
        )}
      </div>
      {asking && (
        <ActionDialog
          title={words().proposeTitle(period.period)}
          label={words().propose}
          act={(reason) => propose({ period: period.period, reason })}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            onDone()
          }}
        >
          <p>{words().proposeText}</p>
        </ActionDialog>
      )}
    </Panel>
  )
}

/** How a period was closed, and by which chart it is shown. A month has a number and a digest of its own. */
function Closing({ period, report }: Pick<PeriodsInfoData, 'period' | 'report'>) {
  const { state, proposer, approver, reason, closed_ms } = period
  const month = period.kind === 'month' ? report.closings[0] : undefined
  return (
    <Facts
      facts={[
        ...(month ? [[words().sequence, String(month.sequence)] as const] : []),
        ...(state === 'closed'
          ? [
              [words().proposer, proposer] as const,
              [words().approver, approver] as const,
              [words().when, <Moment key="m" ms={closed_ms ?? 0} zone />] as const,
              [words().reason, reason] as const,
            ]
          : []),
        ...(month ? [[words().digest, <Id key="d" value={month.digest} />] as const] : []),
        [words().chart, report.chart] as const,
      ]}
    />
  )
}
