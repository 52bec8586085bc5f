// The mark of a tier: a buoy of its own metal with a fish on it. The ring's pearls count the tier.
import css from './Emblem.module.css'

/** Places of the pearls on the ring, clockwise from the left. */
const pearls = [
  [14, 58],
  [24, 74],
  [40, 80],
  [56, 74],
  [66, 58],
] as const

/** Drawn for tiers 0 to 5; decoration beside the tier's name. */
export function Emblem({ tier, className }: { tier: number; className?: string | undefined }) {
  return (
    <svg
      className={`${css.emblem} ${className ?? ''}`}
      viewBox="0 0 80 88"
      data-tier={Math.min(tier, 5)}
      aria-hidden
    >
      <path className={css.rope} d="M40 3c4 0 6 3 6 6s-2 5-6 5-6-2-6-5 2-6 6-6z" />
      <circle className={css.rim} cx="40" cy="47" r="34" />
      <circle className={css.face} cx="40" cy="47" r="26" />
      <path className={css.shine} d="M19 38a23 23 0 0 1 22-15" />
      <path
        className={css.fish}
        d="M21 48c6-9 16-12 24-8 3 1.6 5 3.6 6.5 5.600L60 40v15l-8.5-5c-1.5 2-3.5 4-6.5 5.6-8 4-18 1.4-24-7.600z"
      />
      <circle className={css.eye} cx="29.5" cy="46" r="1.9" />
      {pearls.slice(0, tier).map(([x, y]) => (
        <circle key={x} className={css.pearl} cx={x} cy={y} r="4.2" />
      ))}
    </svg>
  )
}
