// A slider through places of a stream: moving shows the place at once, the value is reported when it rests.
import { useEffect, useState } from 'react'
import css from './slider.module.css'

const restMs = 180

type Props = {
  label: string
  min: number
  max: number
  value: number
  onRest: (value: number) => void
  note: (value: number) => readonly string[]
}

/** Whole numbers from `min` to `max`; arrows move by one. */
export function Slider({ label, min, max, value, onRest, note }: Props) {
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setDraft(value)
  }
  useEffect(() => {
    if (draft === value) return undefined
    const timer = setTimeout(() => onRest(draft), restMs)
    return () => clearTimeout(timer)
  }, [draft, value, onRest])
  return (
    <div className={css.slider}>
      <input
        type="range"
        aria-label={label}
        min={min}
        max={max}
        step={1}
        value={draft}
        onChange={(event) => setDraft(Number(event.target.value))}
      />
      <div className={css.note} aria-live="polite">
        {note(draft).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
    </div>
  )
}
