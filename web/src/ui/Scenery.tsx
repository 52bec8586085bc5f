// What stands at the foot of a short screen: an angler in a boat on the swell, and fish below. Behind everything and
// out of the flow, so that nothing ever moves for it; a screen that scrolls has none of it.
import css from './Scenery.module.css'

const fish = 'M0 0c7-9 20-11 30-5 3 2 5 4 7 6l9-7v16l-9-6c-2 3-4 5-7 6C20 17 7 9 0 0z'
/** Place and size of each; one leads. */
const shoal = [
  [96, 204, 0.8],
  [142, 190, 0.52],
  [150, 220, 0.58],
  [192, 206, 0.44],
  [222, 190, 0.34],
  [230, 222, 0.38],
] as const

/** Decoration without a meaning of its own. */
export function Scenery() {
  return (
    <svg className={css.picture} viewBox="0 0 428 250" aria-hidden>
      <g transform="translate(322 150)">
        <g className={css.boat}>
          <path d="M-50-6c4 18 14 28 34 28h36c18 0 28-10 34-32-16 5-32 6-54 6s-38 0-50-2z" />
          <path d="M-14-6c-2-16 2-26 12-28s16 6 16 26c0 2-28 4-28 2z" />
          <circle cx="1" cy="-42" r="8" />
          <path d="M-14-44c4-3 8-4 11-4 1-7 9-7 10-1 4 0 7 1 10 4-8 3-23 3-31 1z" />
          <path className={css.line} d="M8-22c18-10 36-24 52-42 2 30 2 74 0 112-2 8-10 7-9 0" />
        </g>
      </g>
      {shoal.map(([x, y, scale]) => (
        <path key={x} className={css.fish} d={fish} transform={`translate(${x} ${y}) scale(${scale})`} />
      ))}
    </svg>
  )
}
