// The trial balance: per asset every account with opening, debit, credit and closing, and whether each asset adds up to
// zero. A link into the books keeps the period, so that what opens is what the figure sums.
import { useState } from 'react'
import {
  useBooksAccountsPagesInfiniteQuery,
  useBooksTrialQuery,
  type AccountRow,
  type BooksTrialData,
  type TrialRow,
} from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { Owner } from '../../parts/Event.tsx'
import { CheckField } from '../../ui/Field.tsx'
import { FilterBar, periodKeys, useFilters } from '../../ui/Filters.tsx'
import { Go, useGo } from '../../ui/Go.tsx'
import { Page, Panel, Plain } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { accountWords, isHouse } from '../../words/accounts.ts'
import { assets, symbols } from '../../words/money.ts'
import css from '../../ui/layout.module.css'

const words = () => t.trial

export default function TrialScreen() {
  const [{ from, at, all, account }, set] = useFilters([...periodKeys, 'all', 'account'])
  const asked = { ...usePast(), ...(from ? { from } : {}) }
  const query = useFresh(useBooksTrialQuery(asked))
  return (
    <Page
      title={words().title}
      sub={words().sub}
      actions={
        <>
          {query.currentData && (
            <>
              <AsOf at={query.currentData.at} />
              <Badge tone={query.currentData.holds ? 'good' : 'bad'}>
                {query.currentData.holds ? words().allHold : words().anyOff}
              </Badge>
            </>
          )}
          <ExportList list="books/trial" body={asked} />
        </>
      }
    >
      <div className={css.bar}>
        <FilterBar
          filters={[{ key: 'account', label: words().only }]}
          since={words().since}
          values={{ from, at, account }}
          onChange={set}
        />
        <CheckField
          label={words().hideZero}
          checked={!all}
          onChange={(hide) => set({ all: hide ? null : '1' })}
        />
      </div>
      <QueryState query={query} rows={16}>
        {(data) => <Trial data={only(data, account)} all={all === '1'} from={from} />}
      </QueryState>
    </Page>
  )
}

type Period = { from: string | undefined }

/** The rows of some accounts, named with commas between them; the sums stay those of all. */
function only(data: BooksTrialData, accounts: string | undefined): BooksTrialData {
  if (!accounts) return data
  const names = accounts.split(',')
  const list = data.list.filter(({ account }) => names.includes(account))
  return { ...data, list, sums: data.sums.filter(({ asset }) => list.some((row) => row.asset === asset)) }
}

/** The path of what an account moved in the period. */
const inPeriod = (path: string, { from }: Period) =>
  from ? `${path}&from=${encodeURIComponent(from)}` : path

function Trial({ data, all, from }: { data: BooksTrialData; all: boolean } & Period) {
  const [account, setAccount] = useState<string | null>(null)
  return (
    <>
      {assets
        .filter((asset) => data.sums.some((sum) => sum.asset === asset))
        .map((asset) => (
          <OneAsset key={asset} asset={asset} data={data} all={all} from={from} onOpen={setAccount} />
        ))}
      {account && <Owners account={account} from={from} onClose={() => setAccount(null)} />}
    </>
  )
}

const moves = (row: TrialRow) =>
  [row.opening, row.debit, row.credit, row.closing].some((minor) => minor !== '0')

function OneAsset({
  asset,
  data,
  all,
  from,
  onOpen,
}: {
  asset: string
  data: BooksTrialData
  all: boolean
  onOpen: (account: string) => void
} & Period) {
  const rows = data.list
    .filter((row) => row.asset === asset && (all || moves(row)))
    .toSorted((one, other) => Number(isHouse(one.account)) - Number(isHouse(other.account)))
  const sum = data.sums.find((one) => one.asset === asset)
  const bare = (minor: string, key: string) => <Amount key={key} minor={minor} asset={asset} bare />
  return (
    <Panel
      title={symbols[asset] ?? asset}
      pad={false}
      aside={<Badge tone={sum?.holds ? 'good' : 'bad'}>{sum?.holds ? words().zero : words().off}</Badge>}
    >
      <Plain
        even
        label={`${words().title} ${symbols[asset] ?? asset}`}
        head={[
          { title: t.word.account },
          { title: t.word.name },
          { title: t.word.opening, end: true },
          { title: t.word.debit, end: true },
          { title: t.word.credit, end: true },
          { title: t.word.closing, end: true },
        ]}
        rows={rows.map((row) => ({
          key: row.account,
          cells: [
            isHouse(row.account) ? (
              <Go key="a" to={inPeriod(`/entries?account=${row.account}`, { from })}>
                {accountWords(row.account)}
              </Go>
            ) : (
              <button key="a" type="button" className={css.link} onClick={() => onOpen(row.account)}>
                {accountWords(row.account)}
              </button>
            ),
            <code key="n" className={css.quiet}>
              {row.account}
            </code>,
            bare(row.opening, 'o'),
            bare(row.debit, 'd'),
            bare(row.credit, 'c'),
            bare(row.closing, 'e'),
          ],
        }))}
        {...(sum
          ? {
              foot: [
                t.word.total,
                '',
                bare(sum.opening, 'o'),
                bare(sum.debit, 'd'),
                bare(sum.credit, 'c'),
                bare(sum.closing, 'e'),
              ],
            }
          : {})}
      />
    </Panel>
  )
}

const ownerColumns: readonly Column<AccountRow>[] = [
  {
    key: 'owner',
    title: () => t.word.owner,
    width: 200,
    grow: true,
    cell: ({ owner }) => <Owner owner={owner} />,
  },
  {
    key: 'balance',
    title: () => t.word.balance,
    width: 200,
    align: 'end',
    cell: ({ balance, asset }) => <Amount minor={balance} asset={asset} />,
  },
]

/** Whose the account is: one line an owner, from there to the owner's statement. */
function Owners({ account, from, onClose }: { account: string; onClose: () => void } & Period) {
  const asked = { account, ...usePast() }
  const pages = usePages(useFresh(useBooksAccountsPagesInfiniteQuery(asked)))
  const go = useGo()
  return (
    <Dialog title={words().accounts(accountWords(account))} look="side" onClose={onClose}>
      <div className={css.drawer}>
        <div className={css.inline}>
          <Go to={inPeriod(`/entries?account=${account}`, { from })}>{words().openEntries}</Go>
          <ExportList list="books/accounts" body={asked} />
        </div>
        <AsOf at={pages.first?.at} />
        <DataTable
          name="owners"
          label={words().accounts(accountWords(account))}
          columns={ownerColumns}
          rows={pages.rows}
          pages={pages}
          rowKey={({ owner }) => owner ?? ''}
          onOpen={({ owner }) =>
            go(inPeriod(`/statement?owner=${owner ?? 'house'}&account=${account}`, { from }))
          }
        />
      </div>
    </Dialog>
  )
}
