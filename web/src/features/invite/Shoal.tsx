// Friends as a shoal that follows the first fish; drawn here, so that the game's art stays with the game.

const fish = 'M0 0c7-9 20-11 30-5 3 2 5 4 7 6l9-7v16l-9-6c-2 3-4 5-7 6C20 17 7 9 0 0z'
const followers = [
  [74, 22, 0.62],
  [92, 50, 0.5],
  [128, 14, 0.46],
  [140, 40, 0.56],
  [172, 26, 0.4],
  [178, 52, 0.36],
  [206, 16, 0.3],
  [214, 40, 0.32],
] as const

/** Decoration without a meaning of its own. */
export function Shoal({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 240 72" aria-hidden>
      {followers.map(([x, y, scale], index) => (
        <path
          key={`${x} ${y}`}
          d={fish}
          fill="currentColor"
          opacity={0.62 - index * 0.05}
          transform={`translate(${x} ${y}) scale(${scale})`}
        />
      ))}
      <path d={fish} fill="currentColor" transform="translate(8 36)" />
      <circle cx="16.5" cy="34.5" r="2" fill="var(--bubble)" />
      {[
        [4, 14, 3],
        [14, 6, 2],
        [60, 62, 2.5],
        [110, 66, 1.8],
      ].map(([x, y, r]) => (
        <circle key={x} cx={x} cy={y} r={r} fill="none" stroke="currentColor" opacity={0.5} />
      ))}
    </svg>
  )
}
