// Drawn pictures of what the shop sells: piles of coins and a handful of diamonds.
import css from './ItemArt.module.css'
import type { artOf } from './model.ts'

/** Left edge, lower edge and height of each stack of coins, in coins. */
const stacks = {
  coins1: [[44, 78, 3], [66, 82, 1]],
  coins2: [[30, 76, 3], [74, 78, 2], [52, 84, 4]],
  coins3: [[22, 74, 4], [78, 76, 3], [50, 72, 7], [36, 86, 2], [66, 88, 3]],
} as const

/** Decoration beside the item's name. */
export function ItemArt({ art }: { art: ReturnType<typeof artOf> }) {
  return (
    <svg className={css.art} viewBox="0 0 104 96" aria-hidden>
      <ellipse className={css.shadow} cx="52" cy="88" rx="42" ry="6" />
      {art === 'diamonds' ? <Diamonds /> : stacks[art].map(([x, y, coins]) => <Stack key={x} x={x} y={y} coins={coins} />)}
    </svg>
  )
}

function Stack({ x, y, coins }: { x: number; y: number; coins: number }) {
  return Array.from({ length: coins }, (_, index) => {
    const top = y - index * 7
    const last = index === coins - 1
    return (
      <g key={top}>
        <path className={css.side} d={`M${x - 15} ${top - 6}v6c0 4 6.7 7 15 7s15-3 15-7v-6z`} />
        <ellipse className={css.top} cx={x} cy={top - 6} rx="15" ry="7" />
        {last && <path className={css.mark} d={`M${x + 5} ${top - 8.5}c-3-2.5-11-1.6-11 2.500s8 5 11 2.5`} />}
      </g>
    )
  })
}

function Diamonds() {
  return ([[30, 46, 0.78], [74, 50, 0.7], [52, 30, 1.12]] as const).map(([x, y, size]) => (
    <g key={x} transform={`translate(${x} ${y}) scale(${size})`}>
      <path className={css.gem} d="M-14-14h28L24-2 0 30-24-2z" />
      <path className={css.facet} d="M-24-2h48M-14-14-8-2 0 30 8-2 14-14M-8-2 0-14 8-2" />
      <path className={css.gleam} d="M-17-4-12-11" />
    </g>
  ))
}
