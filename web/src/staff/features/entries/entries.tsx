// The journal: every leg of every event, with filters in the address; a line opens the answer to "why".
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useState } from 'react'
import { useEntriesListPagesInfiniteQuery, type Entry } from '../../api/endpoints.gen.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { usePast } from '../../api/store.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { FilterBar, rangeKeys, useFilters, type Filter } from '../../ui/Filters.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { accountWords } from '../../words/accounts.ts'
import { assets, minorOf, symbols } from '../../words/money.ts'
import { accountOptions, typeOptions } from '../../words/options.ts'
import { entryColumns, entryKey } from '../../parts/entryColumns.tsx'
import { rowsOf, Sums } from '../../parts/Sums.tsx'
import { WhyDrawer } from '../../parts/Why.tsx'

const words = () => t.entries
const filters = (): readonly Filter[] => [
  { key: 'account', label: t.word.account, options: accountOptions() },
  { key: 'owner', label: t.word.owner, placeholder: words().owner, wide: true },
  {
    key: 'asset',
    label: t.word.asset,
    options: assets.map((asset) => [asset, symbols[asset] ?? asset] as const),
  },
  { key: 'event_type', label: t.word.type, options: typeOptions() },
  { key: 'actor', label: t.word.actor },
  { key: 'min', label: words().min },
  { key: 'max', label: words().max },
]

export default function EntriesScreen() {
  const [values, set] = useFilters([
    'account',
    'owner',
    'asset',
    'event_type',
    'actor',
    'min',
    'max',
    ...rangeKeys,
  ])
  const [open, setOpen] = useState<Entry | null>(null)
  const { min, max, ...plain } = values
  const asset = values.asset ?? accountAssetOf(values.account)
  const least = min === undefined ? undefined : minorOf(min, asset)
  const most = max === undefined ? undefined : minorOf(max, asset)
  const past = usePast()
  const bad = least === null || most === null || (asset === '' && Boolean(min ?? max))
  const asked = bad ? null : { ...plain, ...(least ? { least } : {}), ...(most ? { most } : {}), ...past }
  const pages = usePages(
    useFresh(useEntriesListPagesInfiniteQuery(asked ? { ...asked, sums: true } : skipToken)),
  )
  return (
    <Page
      title={words().title}
      sub={values.account ? `${accountWords(values.account)} (${values.account})` : words().sub}
      fill
      actions={
        <>
          <AsOf at={pages.first?.at} />
          <ExportList list="entries/list" body={asked} />
        </>
      }
    >
      <FilterBar filters={filters()} range values={values} onChange={set} />
      {bad ? (
        <Empty title={words().badAmount} />
      ) : (
        <>
          <Sums of={pages.first} />
          <DataTable
            name="entries"
            label={words().title}
            columns={entryColumns}
            pages={pages}
            rows={pages.rows}
            rowKey={entryKey}
            onOpen={setOpen}
            openKey={open && entryKey(open)}
            total={rowsOf(pages.first)}
            empty={
              <Empty title={words().any}>
                <p>{words().anyText}</p>
              </Empty>
            }
          />
        </>
      )}
      {open && <WhyDrawer line={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function accountAssetOf(account: string | undefined): string {
  return account ? (/^(?:h:)?(coin|diamond|gusd|usdt|coupon)/.exec(account)?.[1] ?? '') : ''
}
