// From a balance to its lines, and from a line to its reason, in one drawer.
import { useState } from 'react'
import { useEntriesListPagesInfiniteQuery, type Entry } from '../../api/endpoints.gen.ts'
import { usePast } from '../../api/store.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { t } from '../../texts/index.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Go } from '../../ui/Go.tsx'
import { usePages } from '../../ui/usePages.ts'
import { accountWords } from '../../words/accounts.ts'
import { entryKey, narrowColumns } from '../../parts/entryColumns.tsx'
import { Why } from '../../parts/Why.tsx'
import css from '../../ui/layout.module.css'

type Props = { owner: string; account: string; upto: string | undefined; onClose: () => void }

/** Lines of one account of one owner, newest first; a line turns into its explanation. */
export function BalanceDrawer({ owner, account, upto, onClose }: Props) {
  const [line, setLine] = useState<Entry | null>(null)
  const asked = { owner, account, ...usePast(), ...(upto ? { as_of: upto } : {}) }
  const pages = usePages(useFresh(useEntriesListPagesInfiniteQuery(asked)))
  return (
    <Dialog
      title={line ? t.why.title : t.player.linesOf(accountWords(account))}
      look="side"
      wide
      onClose={onClose}
    >
      {line ? (
        <Why line={line} onBack={() => setLine(null)} />
      ) : (
        <div className={css.drawer}>
          <p className={css.quiet}>
            {t.why.lines}{' '}
            <Go to={`/entries?owner=${owner}&account=${account}`} className={css.inText}>
              {t.player.entries}
            </Go>
          </p>
          <AsOf at={pages.first?.at} />
          <DataTable
            name="balance"
            label={t.player.linesOf(accountWords(account))}
            columns={narrowColumns}
            rows={pages.rows}
            pages={pages}
            rowKey={entryKey}
            onOpen={setLine}
          />
        </div>
      )}
    </Dialog>
  )
}
