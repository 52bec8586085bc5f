// What the players were owed at the day's end: totals of the books while the day is open, and with the close the roots
// that were signed, under which every player finds his own balance.
import { Amount } from '../../ui/Amount.tsx'
import { Id } from '../../ui/Id.tsx'
import { Panel, Plain } from '../../ui/Page.tsx'
import { symbols } from '../../words/money.ts'
import type { DayReport } from '../../api/endpoints.gen.ts'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'
import own from './days.module.css'

const words = () => t.days.owed

/** Nothing in a report that was signed before reports had it. */
export function Owed({ report: { liabilities = null } }: { report: DayReport }) {
  if (liabilities === null) return null
  const { at_ms: at = null, checkpoint = null, owed } = liabilities
  return (
    <Panel title={words().title} pad={false}>
      <p className={own.remark}>
        {at === null ? words().open : words().published(`/liabilities/${at}`, String(checkpoint))}
      </p>
      <Plain
        label={words().title}
        head={[{ title: t.days.asset }, { title: words().total, end: true }, { title: words().root }]}
        rows={owed.map(({ asset, total, root = null }) => ({
          key: asset,
          cells: [
            symbols[asset] ?? asset,
            <Amount key="t" minor={total} asset={asset} bare />,
            root === null ? (
              <span key="r" className={css.quiet}>
                {words().none}
              </span>
            ) : (
              <Id key="r" value={root} />
            ),
          ],
        }))}
      />
    </Panel>
  )
}
