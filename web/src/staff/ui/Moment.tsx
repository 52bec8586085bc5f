// A moment in UTC; the reader's own time and the distance from now stand in the hint.
import { t } from '../texts/index.ts'
import { local, sinceNow } from '../words/spans.ts'
import { utc } from '../words/time.ts'
import css from './ui.module.css'

/** `exact` shows milliseconds; `zone` adds the letters UTC where no head of a column says so. */
export function Moment({ ms, exact = false, zone = false }: { ms: number; exact?: boolean; zone?: boolean }) {
  const { away, past } = sinceNow(ms)
  const hint = `${local(ms)}\n${past ? t.moment.ago(away) : t.moment.ahead(away)}`
  return (
    <time className={css.moment} dateTime={new Date(ms).toISOString()} title={hint}>
      {utc(ms, exact)}
      {zone && ' UTC'}
    </time>
  )
}
