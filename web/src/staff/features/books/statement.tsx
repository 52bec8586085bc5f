// A statement as a bank would send it: what the owner had, every line, what the owner has, and whether it adds up.
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useState } from 'react'
import {
  useBooksStatementPagesInfiniteQuery,
  type Balance,
  type BooksStatementData,
  type Entry,
} from '../../api/endpoints.gen.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { usePast } from '../../api/store.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { FilterBar, periodKeys, useFilters } from '../../ui/Filters.tsx'
import { Owner } from '../../parts/Event.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Page, Panel, Plain } from '../../ui/Page.tsx'
import { Found } from '../../parts/Found.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePagesOf } from '../../ui/usePages.ts'
import { accountWords } from '../../words/accounts.ts'
import { sumOf } from '../../words/money.ts'
import { entryKey, ownColumns } from '../../parts/entryColumns.tsx'
import { accountOptions } from '../../words/options.ts'
import { WhyDrawer } from '../../parts/Why.tsx'
import own from './books.module.css'

const words = () => t.statement
const linesOf = ({ lines }: BooksStatementData): readonly Entry[] => lines

export default function StatementScreen() {
  const [{ owner, account, from, at }, set] = useFilters(['owner', 'account', ...periodKeys])
  const [open, setOpen] = useState<Entry | null>(null)
  const past = usePast()
  const arg = owner ? { owner, ...(account ? { account } : {}), ...(from ? { from } : {}), ...past } : null
  const pages = usePagesOf(useFresh(useBooksStatementPagesInfiniteQuery(arg ?? skipToken)), linesOf)
  return (
    <Page
      title={words().title}
      sub={owner ? <Owner owner={owner} /> : words().sub}
      actions={
        <>
          <AsOf at={pages.first?.at} />
          <ExportList list="books/statement" body={arg} />
        </>
      }
      fill
    >
      <FilterBar
        filters={[
          { key: 'owner', label: t.word.owner, placeholder: t.entries.owner, wide: true },
          { key: 'account', label: t.word.account, options: accountOptions() },
        ]}
        since={t.entries.period}
        values={{ owner, account, from, at }}
        onChange={set}
      />
      {owner ? (
        <>
          {pages.first && <Sums data={pages.first} />}
          <DataTable
            name="statement"
            label={words().title}
            columns={ownColumns}
            rows={pages.rows}
            pages={pages}
            rowKey={entryKey}
            onOpen={setOpen}
            openKey={open && entryKey(open)}
            empty={<Empty title={words().quiet} />}
          />
        </>
      ) : (
        <Empty title={words().choose}>
          <p>{words().chooseText}</p>
        </Empty>
      )}
      {open && <WhyDrawer line={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function Sums({ data }: { data: BooksStatementData }) {
  const accounts = [...new Map([...data.opening, ...data.closing].map((line) => [line.account, line.asset]))]
  const of = (list: readonly Balance[], account: string) =>
    list.find((line) => line.account === account)?.balance ?? '0'
  return (
    <Panel
      title={
        <>
          {data.from ? <Moment ms={data.from.time_ms} zone /> : words().beginning} –{' '}
          <Moment ms={data.at.time_ms} zone />
        </>
      }
      pad={false}
      aside={<Badge tone={data.holds ? 'good' : 'bad'}>{data.holds ? words().addsUp : words().off}</Badge>}
    >
      {!data.holds && <Found finding={data.finding} said={data.problem} />}
      {/* Long sums scroll by keys too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={own.sums} role="region" aria-label={words().title} tabIndex={0}>
        <Plain
          label={words().sums}
          head={[
            { title: t.word.account },
            { title: t.word.opening, end: true },
            { title: words().moved, end: true },
            { title: t.word.closing, end: true },
          ]}
          rows={accounts.map(([account, asset]) => {
            const [opening, closing] = [of(data.opening, account), of(data.closing, account)]
            return {
              key: account,
              cells: [
                accountWords(account),
                <Amount key="o" minor={opening} asset={asset} />,
                <Amount key="m" minor={sumOf([closing, negative(opening)])} asset={asset} signed />,
                <Amount key="c" minor={closing} asset={asset} />,
              ],
            }
          })}
        />
      </div>
    </Panel>
  )
}

const negative = (minor: string) => (minor.startsWith('-') ? minor.slice(1) : `-${minor}`)
