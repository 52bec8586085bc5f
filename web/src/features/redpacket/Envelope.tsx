// The envelope: closed with its seal, or open with the card half out. Drawn here, its colours the same in both themes.
import type { ReactNode, RefObject } from 'react'
import css from './Envelope.module.css'

type Props = {
  open: boolean
  /** Nothing is in it any more. */
  faded?: boolean
  /** Where the seal is: the button that opens it. */
  seal?: ReactNode
  /** What stands on the card inside. */
  children?: ReactNode
  /** The card, for the focus that the seal had. */
  card?: RefObject<HTMLDivElement | null>
}

/** One envelope; `open` plays its opening when it changes. */
export function Envelope({ open, faded = false, seal, children, card }: Props) {
  return (
    <div className={css.envelope} data-open={open} data-faded={faded}>
      <svg className={css.back} viewBox="0 0 300 330" aria-hidden>
        <rect x="6" y="96" width="288" height="228" rx="22" fill="#8f1d19" />
      </svg>
      {open && (
        <div ref={card} className={css.card} tabIndex={card && -1}>
          {children}
        </div>
      )}
      <svg className={css.front} viewBox="0 0 300 330" aria-hidden>
        <path d="M6 118l144 96 144-96v184a22 22 0 0 1-22 22H28a22 22 0 0 1-22-22z" fill="#c8392f" />
        <path d="M6 302l118-106M294 302L176 196" stroke="#a92b24" strokeWidth="3" fill="none" />
        <Waves />
      </svg>
      <svg className={css.flap} viewBox="0 0 300 330" aria-hidden>
        <path
          d="M28 96h244a22 22 0 0 1 19 33L165 228a24 24 0 0 1-30 0L9 129a22 22 0 0 1 19-33z"
          fill="#da4a3d"
        />
        <path
          d="M14 134l119 92a28 28 0 0 0 34 0l119-92"
          stroke="#f2b84b"
          strokeWidth="2.5"
          fill="none"
          opacity="0.75"
        />
      </svg>
      {!open && <div className={css.seal}>{seal}</div>}
    </div>
  )
}

/** The house's mark at the envelope's foot: three swells in gold. */
function Waves() {
  return (
    <g stroke="#f2b84b" strokeWidth="2.5" fill="none" opacity="0.5" strokeLinecap="round">
      <path d="M40 282c16-9 30-9 46 0s30 9 46 0 30-9 46 0 30 9 46 0 24-9 36-4" />
      <path d="M58 298c16-8 28-8 42 0s28 8 42 0 28-8 42 0 28 8 42 0" />
    </g>
  )
}

const pieces = Array.from({ length: 18 }, (_, index) => index)

/** A burst of bubbles and gold behind the card; once, when it was just opened. */
export function Burst() {
  return (
    <div className={css.burst} aria-hidden>
      {pieces.map((piece) => (
        <i
          key={piece}
          style={{
            '--turn': `${piece * 20 + (piece % 3) * 7}deg`,
            '--far': `${2.5 + (piece % 4) * 0.45}rem`,
          }}
          data-gold={piece % 3 !== 0}
        />
      ))}
    </div>
  )
}
