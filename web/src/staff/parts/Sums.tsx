// What all rows of a list add up to that fit its filters, whichever page shows them: by asset, never across assets.
import type { StaffSum } from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { Amount } from '../ui/Amount.tsx'
import { amountText, assets, count } from '../words/money.ts'
import css from './sums.module.css'

/** What a list is answered with beside its rows: null where they are too many to add up. */
type Summed = { sums?: readonly StaffSum[] | null | undefined }

const place = ({ asset }: StaffSum) => assets.findIndex((name) => name === asset)

/** Nothing until the list is there. `moved` says that each row counts what it moved, whichever way. */
export function Sums({ of, moved = false }: { of: Summed | null; moved?: boolean }) {
  if (of === null) return null
  const sums = of.sums ?? null
  return (
    <p className={css.sums} role="status" aria-label={t.sums.label}>
      {sums === null && t.sums.tooMany}
      {sums?.length === 0 && t.sums.none}
      {sums
        ?.toSorted((one, other) => place(one) - place(other))
        .map((sum) => (
          <span key={sum.asset} className={css.sum} data-asset={sum.asset}>
            <span>{t.sums.rows(count(sum.rows))}</span>
            {moved && <span>{t.sums.moved}</span>}
            <strong>
              <Amount minor={sum.sum} asset={sum.asset} signed={sum.minus !== '0'} />
            </strong>
            {sum.plus !== '0' && sum.minus !== '0' && (
              <span>
                {t.sums.of(amountText(sum.plus, sum.asset), amountText(sum.minus.slice(1), sum.asset))}
              </span>
            )}
          </span>
        ))}
    </p>
  )
}

/** How many rows a list has in all, where each row has one amount. */
export function rowsOf(of: Summed | null): number | null {
  return of?.sums?.reduce((rows, sum) => rows + sum.rows, 0) ?? null
}
