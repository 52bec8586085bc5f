// The trial balance of a report: every account over a day or a longer period, and what each asset sums to.
import type { DayLine } from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { Amount } from '../ui/Amount.tsx'
import { Badge } from '../ui/Badge.tsx'
import css from '../ui/layout.module.css'
import { Panel, Plain } from '../ui/Page.tsx'
import { accountWords } from '../words/accounts.ts'
import { symbols } from '../words/money.ts'

const words = () => t.days

/** `sums` are those of each asset; all must be zero. */
export function Trial({
  title,
  accounts,
  sums,
}: {
  title: string
  accounts: readonly DayLine[]
  sums: Readonly<Record<string, string>>
}) {
  return (
    <Panel
      title={title}
      aside={Object.entries(sums).map(([asset, sum]) => (
        <Badge key={asset} tone={sum === '0' ? 'good' : 'bad'}>
          {symbols[asset] ?? asset} {sum === '0' ? sum : <Amount minor={sum} asset={asset} signed bare />}
        </Badge>
      ))}
      pad={false}
    >
      <Plain
        label={title}
        head={[
          { title: words().account },
          { title: words().asset },
          { title: words().opening, end: true },
          { title: t.word.debit, end: true },
          { title: t.word.credit, end: true },
          { title: words().closing, end: true },
        ]}
        rows={accounts.map(({ account, asset, opening, debit, credit, closing }) => ({
          key: account,
          cells: [
            <span key="a" className={css.nowrap} title={account}>
              {accountWords(account)}
            </span>,
            symbols[asset] ?? asset,
            ...[opening, debit, credit, closing].map((minor, index) => (
              <Amount key={index} minor={minor} asset={asset} bare />
            )),
          ],
        }))}
      />
    </Panel>
  )
}
