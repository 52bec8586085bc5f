// A text to scan, for both apps. Always dark on white, whatever the theme: readers expect that.
import { useMemo } from 'react'
import { encode } from 'uqr'

/** Light modules round the code that readers need. */
const quiet = 4

type Correction = 'L' | 'M'

/** Side and path of the dark modules; null for a text that is too long for any code. */
function codeOf(text: string, correction: Correction): { size: number; path: string } | null {
  try {
    const { data, size } = encode(text, { ecc: correction, border: quiet })
    const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    return { size, path: path.join('') }
  } catch {
    return null
  }
}

/** Draws nothing for a text that is too long. */
export function QrCode({
  text,
  label,
  className,
  correction = 'M',
}: {
  text: string
  label: string
  className: string | undefined
  correction?: Correction
}) {
  const code = useMemo(() => codeOf(text, correction), [text, correction])
  if (!code) return null
  return (
    <svg
      className={className}
      viewBox={`0 0 ${code.size} ${code.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={code.size} height={code.size} fill="#ffffff" />
      <path d={code.path} fill="#08293a" />
    </svg>
  )
}
