// What a proposal would change, in words: accounts, players and sections by what they are called. The digest is of the
// document as it was recorded, so that stands below, closed.
import { Amount } from '../../ui/Amount.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Json } from '../../ui/Json.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts } from '../../ui/Page.tsx'
import { accountWords } from '../../words/accounts.ts'
import { codeWords } from '../../words/codes.ts'
import { labelOf, valueText } from '../../words/labels.ts'
import { t } from '../../texts/index.ts'
import { AdjustmentLegs } from '../../parts/AdjustmentLegs.tsx'
import { Named } from '../../parts/Case.tsx'
import css from '../../ui/layout.module.css'

const words = () => t.proposals
const idOf = /^[0-9a-f-]{36}$|^[0-9a-f]{64}$/

/** The parts as facts, but for those that stand elsewhere, and the whole as it was recorded. */
export function ProposedChange({
  what,
  hidden,
}: {
  what: Readonly<Record<string, unknown>>
  hidden: readonly string[]
}) {
  const legs = legsOf(what)
  const money = moneyOf(what)
  const shown = { kind: null, ...legs, ...money }
  const parts = Object.entries(what).filter(([key]) => !(key in shown) && !hidden.includes(key))
  return (
    <>
      {legs && <AdjustmentLegs {...legs} />}
      <Facts
        facts={[
          ...(money
            ? [[labelOf('amount'), <Amount key="amount" minor={money.amount} asset={money.asset} />] as const]
            : []),
          ...parts.map(([key, value]) => [nameOf(key), <Part key={key} name={key} value={value} />] as const),
        ]}
      />
      <details>
        <summary className={css.quiet}>{words().recorded}</summary>
        <Json value={what} label={words().what} />
      </details>
    </>
  )
}

/** An adjustment as the legs that would be posted: minor units are for machines. */
function legsOf({
  purse,
  delta,
  counter,
}: Readonly<Record<string, unknown>>): { purse: string; delta: string; counter: string } | null {
  const said =
    typeof purse === 'string' &&
    typeof delta === 'string' &&
    typeof counter === 'string' &&
    /^-?\d+$/.test(delta)
  return said ? { purse, delta, counter } : null
}

/** Minor units beside their asset. */
function moneyOf({
  asset,
  amount,
}: Readonly<Record<string, unknown>>): { asset: string; amount: string } | null {
  return typeof asset === 'string' && typeof amount === 'string' ? { asset, amount } : null
}

/** Moments are named without their unit. */
const moments = (): Readonly<Record<string, string>> => ({
  effective_ms: words().effective,
  starts_ms: words().opens,
})
const nameOf = (key: string) => moments()[key] ?? labelOf(key)

function Part({ name, value }: { name: string; value: unknown }) {
  if (Array.isArray(value))
    return (
      <ul>
        {value.map((each) => (
          <li key={String(each)}>
            <Part name={name} value={each} />
          </li>
        ))}
      </ul>
    )
  if (name in moments() && typeof value === 'number')
    return value > 0 ? <Moment ms={value} zone /> : words().atOnce
  if (typeof value === 'object' && value !== null)
    return (
      <Facts
        facts={Object.entries(value).map(
          ([key, inner]) => [nameOf(key), <Part key={key} name={key} value={inner} />] as const,
        )}
      />
    )
  if (typeof value !== 'string') return valueText(value)
  if (name === 'section') return <Go to={`/desks/config?open=${value}`}>{labelOf(value)}</Go>
  if (name === 'period') return <Go to={`/desks/periods?open=${value}`}>{value}</Go>
  if (name === 'restates' && value === 'none') return t.adjustments.noMonth
  if (name === 'act' || name === 'roles' || name === 'kind') return codeWords(value)
  if (name === 'purse' || name === 'counter') return <span title={value}>{accountWords(value)}</span>
  if (name === 'case_id') return <Named text={value} />
  if (idOf.test(value))
    return <Id value={value} whole to={name.startsWith('player') ? `/players/${value}` : undefined} />
  return value
}
