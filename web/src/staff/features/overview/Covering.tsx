// What covers what is owed, line by line, as it is enforced: a check that does not hold closes large stakes.
import { Fragment } from 'react'
import type { SolvencyCheck } from '../../api/endpoints.gen.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import css from '../../ui/layout.module.css'
import { Panel, Plain } from '../../ui/Page.tsx'
import { accountWords } from '../../words/accounts.ts'

const words = () => t.overview

export function Covering({ checks, now }: { checks: readonly SolvencyCheck[]; now: boolean }) {
  return (
    <Panel title={words().covering.title} pad={false}>
      <Plain
        label={words().covering.title}
        head={[
          { title: words().covering.line },
          { title: words().covering.has, end: true },
          { title: words().covering.owes, end: true },
        ]}
        rows={checks.flatMap((check) => rowsOf(check, now))}
      />
      {!now && <p className={css.quiet}>{words().covering.past}</p>}
    </Panel>
  )
}

const custody = 'h:usdt_custody'
const chainLacks = 'chain_lacks'

/** Whether the check counts custody and nobody knows what the chains lack now. */
function isUncompared({ has_lines }: SolvencyCheck, now: boolean): boolean {
  const has = (line: string) => has_lines.some(({ name }) => name === line)
  return now && has(custody) && !has(chainLacks)
}

/** The sums of a check, and below them its lines that are not nothing. */
function rowsOf(check: SolvencyCheck, now: boolean) {
  const usdt = (minor: string) => <Amount minor={minor} asset="usdt" bare />
  const line = (side: 'has' | 'owes', { name, amount }: SolvencyCheck['has_lines'][number]) => ({
    key: `${check.name} ${side} ${name}`,
    cells: [
      words().lines[name] ?? accountWords(name),
      side === 'has' ? usdt(amount) : '',
      side === 'owes' ? usdt(amount) : '',
    ],
  })
  const known = ({ amount }: { amount: string }) => amount !== '0'
  return [
    {
      key: check.name,
      tone: check.holds ? undefined : ('bad' as const),
      cells: [
        <Fragment key="n">
          <strong>{words().checks[check.name] ?? check.name}</strong>{' '}
          <Badge tone={check.holds ? 'good' : 'bad'}>
            {check.holds ? words().solvent : words().insolvent}
          </Badge>
        </Fragment>,
        <strong key="h">{usdt(check.has)}</strong>,
        <strong key="o">{usdt(check.owes)}</strong>,
      ],
    },
    ...check.has_lines.filter(known).map((one) => line('has', one)),
    ...(isUncompared(check, now)
      ? [
          {
            key: `${check.name} has ${chainLacks}`,
            cells: [words().lines[chainLacks], words().covering.unknown, ''],
          },
        ]
      : []),
    ...check.owes_lines.filter(known).map((one) => line('owes', one)),
  ]
}
