// A link for a wallet's camera. Always dark on white, whatever the theme: readers expect that. Such links are longer than
// what the invite's own code can hold.
import { useMemo } from 'react'
import { encode } from 'uqr'
import css from './ConnectPay.module.css'

/** Light modules round the code that readers need. */
const quiet = 4

/** The code of a link. */
export function WalletCode({ link, label }: { link: string; label: string }) {
  const { data, size } = useMemo(() => encode(link, { ecc: 'L', border: quiet }), [link])
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={css.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#08293a" />
    </svg>
  )
}
