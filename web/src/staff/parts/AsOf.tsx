// Which moment the numbers of a screen are of: where the log stood, and when.
import { useWritable } from '../api/store.ts'
import type { At } from '../api/view.ts'
import { t } from '../texts/index.ts'
import { count } from '../words/money.ts'
import { utc } from '../words/time.ts'
import css from '../ui/layout.module.css'

/** Said by a part of a screen that has no past, while the rest of it is looked at as of one. */
export function ShowsNow() {
  return useWritable() ? null : <p className={css.warn}>{t.past.showsNow}</p>
}

/** When an answer without a position was read, by the clock of this machine; nothing before there is one. */
export function ReadAt({ ms }: { ms: number | undefined }) {
  const writable = useWritable()
  return writable && ms !== undefined ? (
    <span className={css.quiet}>{t.past.asked(`${utc(ms, true)} UTC`)}</span>
  ) : null
}

/** The positions of all logs and the moment; nothing while the past is shown, which the banner names, or before there
 * is an answer. */
export function AsOf({ at }: { at: At | null | undefined }) {
  const writable = useWritable()
  if (!writable || !at) return null
  const positions = Object.values(at.positions).map(count).join(' + ')
  return (
    <span className={css.quiet}>
      {t.past.asked(t.past.position(positions))}
      {t.clause}
      {utc(at.time_ms, true)} UTC
    </span>
  )
}
