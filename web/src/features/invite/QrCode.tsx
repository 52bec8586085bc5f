// A link to scan. Always dark on white, whatever the theme: readers expect that.
import { useMemo } from 'react'
import { qrOf } from './qr.ts'
import css from './Invite.module.css'

/** Light modules round the code that readers need. */
const quiet = 4

/** Draws nothing for a text that is too long. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => qrOf(text), [text])
  if (!rows) return null
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')))
    .join('')
  const size = rows.length + 2 * quiet
  return (
    <svg
      className={css.qr}
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
