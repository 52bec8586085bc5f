// How long something takes or is away, and a moment where the reader is, in the language in force.
import { t } from '../texts/index.ts'

/** The same moment where the reader is. */
export function local(ms: number): string {
  return new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium', timeStyle: 'long' }).format(ms)
}

/** In the order of `units`. */
const steps = [86_400_000, 3_600_000, 60_000, 1_000] as const

/** A span in its two largest units: 3 h 12 min. */
export function span(ms: number): string {
  const parts = steps.map((stepMs, index) => {
    const many = Math.floor((Math.abs(ms) % (steps[index - 1] ?? Infinity)) / stepMs)
    return { many, text: `${many} ${t.units[index] ?? ''}` }
  })
  const first = parts.findIndex(({ many }) => many > 0)
  const shown = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2).filter(({ many }) => many > 0)
  return shown.map(({ text }) => text).join(' ')
}

/** How far a moment is from now. */
export function sinceNow(ms: number): { away: string; past: boolean } {
  const awayMs = Date.now() - ms
  return { away: span(awayMs), past: awayMs >= 0 }
}
