// The daily close: the books of a UTC day, every asset summing to nothing, the chains beside the books, what the day
// earned. An open day shows what its report would be; a closed one shows what was signed.
import { codeWords } from '../../words/codes.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useState } from 'react'
import { useCan } from '../../api/store.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { useFilters } from '../../ui/Filters.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Page, Panel, Plain } from '../../ui/Page.tsx'
import { Split } from '../../ui/Split.tsx'
import { QueryState, Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { count, sumOf } from '../../words/money.ts'
import {
  useDaysListPagesInfiniteQuery,
  useDaysCloseMutation,
  useDaysInfoQuery,
  type DayChain,
  type DayReport,
  type DaysInfoData,
  type StaffDay,
} from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { CheckedFacts } from '../../parts/CheckedFacts.tsx'
import { Signed } from '../../parts/Signed.tsx'
import { Trial } from '../../parts/Trial.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { Breaks, breaksOf } from './Breaks.tsx'
import { Calendar } from './Calendar.tsx'
import { Owed } from './Owed.tsx'
import { Revenue } from './Revenue.tsx'
import css from '../../ui/layout.module.css'
import own from './days.module.css'

const words = () => t.days

const columns: readonly Column<StaffDay>[] = [
  { key: 'day', title: () => words().day, width: 116, cell: ({ day }) => <strong>{day}</strong> },
  {
    key: 'state',
    title: () => words().state,
    width: 104,
    cell: ({ over, closed_ms = null, balanced }) =>
      !over ? (
        <Badge>{words().today}</Badge>
      ) : closed_ms === null ? (
        <Badge tone="warn">{words().open}</Badge>
      ) : balanced ? (
        <Badge tone="good">{words().closed}</Badge>
      ) : (
        <Badge tone="bad">{words().off}</Badge>
      ),
  },
  { key: 'by', title: () => words().by, width: 80, grow: true, cell: ({ by }) => by ?? '–' },
]

export default function DaysScreen() {
  const [{ open }, set] = useFilters(['open'])
  const pages = usePages(useFresh(useDaysListPagesInfiniteQuery()))
  const [done, say] = useNotice()
  return (
    <Page
      title={words().title}
      sub={words().sub}
      actions={
        <>
          <ExportList list="days/list" />
          <AsOf at={pages.first?.at} />
        </>
      }
      fill
    >
      {done}
      <Split
        wide
        list={
          <>
            <Calendar key={open} pages={pages} open={open} onOpen={(day) => set({ open: day })} />
            <DataTable
              name="days"
              label={words().title}
              columns={columns}
              pages={pages}
              rows={pages.rows}
              rowKey={({ day }) => day}
              onOpen={({ day }) => set({ open: day })}
              openKey={open ?? null}
              empty={<Empty title={words().none} />}
            />
          </>
        }
        aside={
          open ? (
            <Day
              key={open}
              day={open}
              onDone={() => {
                say(words().isClosed(open))
              }}
            />
          ) : (
            <Empty title={words().choose} />
          )
        }
      />
    </Page>
  )
}

function Day({ day, onDone }: { day: string; onDone: () => void }) {
  const query = useFresh(useDaysInfoQuery({ day }))
  return (
    <QueryState query={query} rows={14}>
      {(data) => <Shown data={data} onDone={onDone} />}
    </QueryState>
  )
}

function Shown({
  data: { day, report, signed = null, key = null },
  onDone,
}: {
  data: DaysInfoData
  onDone: () => void
}) {
  const [closing, setClosing] = useState(false)
  const [close] = useDaysCloseMutation()
  const may = useCan('days.close')
  const isOpen = (day.closed_ms ?? null) === null
  return (
    <div className={css.stack}>
      <Panel
        title={`${day.day} (UTC)`}
        aside={
          <Badge tone={report.balanced ? 'good' : 'bad'}>
            {report.balanced ? words().zero : words().notZero}
          </Badge>
        }
      >
        <div className={css.stack}>
          {isOpen ? (
            <p className={css.warn}>{day.over ? words().preview : words().notOver}</p>
          ) : (
            <Facts
              facts={[
                [words().by, day.by ?? ''],
                [words().when, <Moment key="m" ms={day.closed_ms ?? 0} zone />],
                [words().reason, day.reason ?? ''],
              ]}
            />
          )}
          {isOpen && day.over && may && (
            <div className={css.actions}>
              <Button
                look="main"
                disabled={!report.balanced}
                title={report.balanced ? undefined : words().notZero}
                onClick={() => setClosing(true)}
              >
                {words().close}
              </Button>
            </div>
          )}
        </div>
      </Panel>
      <Revenue report={report} />
      <Chains report={report} />
      <Breaks report={report} isOver={day.over} />
      <Owed report={report} />
      <Panel title={words().checks} pad={false}>
        <CheckedFacts facts={report.checks} label={words().checks} />
      </Panel>
      <Trial title={words().trial} accounts={report.accounts} sums={report.trial} />
      {signed !== null && <Signed note={signed} vkey={key} file={`close-${day.day}.txt`} />}
      {closing && (
        <ActionDialog
          title={words().closeTitle(day.day)}
          label={words().close}
          act={(reason) => close({ day: day.day, reason })}
          onClose={() => setClosing(false)}
          onDone={() => {
            setClosing(false)
            onDone()
          }}
        >
          <p>{words().closeText}</p>
          {breaksOf(report) > 0 && (
            <p className={css.warn}>{words().breaks.closing(count(breaksOf(report)))}</p>
          )}
        </ActionDialog>
      )}
    </div>
  )
}

/** A figure of the chain at the day's end; a word where no comparison shows it. */
function AtEnd({ minor = null }: { minor?: string | null | undefined }) {
  if (minor !== null) return <Amount minor={minor} asset="usdt" bare />
  return <span className={css.quiet}>{words().unknown}</span>
}

/** What nothing explains, marked by a sign; unknown is neither good nor bad. */
function Unexplained({ minor = null }: { minor?: string | null | undefined }) {
  if (minor === null) return <Badge>{words().unknown}</Badge>
  if (minor === '0') return <Badge tone="good">0</Badge>
  return (
    <Badge tone="bad">
      <Amount minor={minor} asset="usdt" signed bare />
    </Badge>
  )
}

/** The sum of figures that are all known. */
function sumOfKnown(minors: readonly (string | null | undefined)[]): string | null {
  const known = minors.filter((minor) => typeof minor === 'string')
  return known.length === minors.length ? sumOf(known) : null
}

/** One custody stands in the books for all wallets, so that only together they can be compared with it, all at once. */
function Chains({ report }: { report: DayReport }) {
  const [one, ...others] = report.chains
  const several = others.length > 0
  const sum = (of: 'on_chain' | 'under_way' | 'unbooked') => (
    <AtEnd minor={sumOfKnown(report.chains.map((chain) => chain[of]))} />
  )
  const isOff = ({ difference = null }: DayChain) => difference !== null && difference !== '0'
  return (
    <Panel
      title={words().chains}
      pad={false}
      aside={
        one && (
          <span>
            {words().compared} <Moment ms={one.checked_ms} zone />
          </span>
        )
      }
    >
      {report.chains.some(({ on_chain = null }) => on_chain === null) && (
        <p className={own.remark}>{words().unknownText}</p>
      )}
      <Plain
        label={words().chains}
        head={[
          { title: words().wallet },
          { title: words().onChain, end: true },
          { title: words().inBooks, end: true },
          { title: words().underWay, end: true },
          { title: words().unbooked, end: true },
          { title: words().difference, end: true },
        ]}
        rows={report.chains.map((chain) => ({
          key: chain.wallet,
          tone: isOff(chain) ? ('bad' as const) : undefined,
          cells: [
            <Id key="w" value={chain.wallet}>
              {several ? `${codeWords(chain.rail)} ${chain.wallet.slice(0, 6)}…` : undefined}
            </Id>,
            <AtEnd key="c" minor={chain.on_chain} />,
            several ? '' : <AtEnd key="b" minor={chain.in_books} />,
            <AtEnd key="u" minor={chain.under_way} />,
            <AtEnd key="n" minor={chain.unbooked} />,
            several ? '' : <Unexplained key="d" minor={chain.difference} />,
          ],
        }))}
        {...(one && several
          ? {
              foot: [
                words().together,
                sum('on_chain'),
                <AtEnd key="b" minor={one.in_books} />,
                sum('under_way'),
                sum('unbooked'),
                <Unexplained key="d" minor={one.difference} />,
              ],
            }
          : {})}
      />
    </Panel>
  )
}
