// Drawn pictures of what the shop sells: piles of coins and a handful of diamonds.
import css from './ItemArt.module.css'
import type { artOf } from './model.ts'

/** Middle, lower edge and height of each stack, in coins, back to front; and what of the picture a pile fills. */
const piles = {
  coins1: {
    view: '20 38 64 58',
    stacks: [
      [42, 78, 4],
      [64, 84, 2],
    ],
  },
  coins2: {
    view: '6 30 92 66',
    stacks: [
      [30, 76, 5],
      [74, 78, 3],
      [52, 86, 4],
    ],
  },
  coins3: {
    view: '0 10 104 86',
    stacks: [
      [22, 74, 4],
      [78, 76, 3],
      [50, 72, 7],
      [36, 86, 2],
      [66, 88, 3],
    ],
  },
  coins4: {
    view: '0 2 104 100',
    stacks: [
      [18, 72, 6],
      [84, 74, 5],
      [50, 68, 8],
      [68, 78, 6],
      [32, 80, 5],
      [50, 88, 3],
      [74, 90, 2],
      [24, 90, 1],
    ],
  },
} as const

/** Decoration beside the item's name. */
export function ItemArt({ art }: { art: ReturnType<typeof artOf> }) {
  return (
    <svg className={css.art} viewBox={art === 'diamonds' ? '0 4 104 88' : piles[art].view} aria-hidden>
      <ellipse className={css.shadow} cx="52" cy="88" rx={art === 'coins1' ? 30 : 44} ry="6" />
      {art === 'diamonds' ? (
        <Diamonds />
      ) : (
        piles[art].stacks.map(([x, y, coins]) => <Stack key={`${x} ${y}`} x={x} y={y} coins={coins} />)
      )}
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
  return (
    [
      [30, 46, 0.78],
      [74, 50, 0.7],
      [52, 30, 1.12],
    ] as const
  ).map(([x, y, size]) => (
    <g key={x} transform={`translate(${x} ${y}) scale(${size})`}>
      <path className={css.gem} d="M-14-14h28L24-2 0 30-24-2z" />
      <path className={css.facet} d="M-24-2h48M-14-14-8-2 0 30 8-2 14-14M-8-2 0-14 8-2" />
      <path className={css.gleam} d="M-17-4-12-11" />
    </g>
  ))
}
