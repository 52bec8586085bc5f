// A list of dated lines under the local day they happened on, as in a bank book.
import { Fragment, type ReactNode } from 'react'
import { formatDay, formatHour } from '../i18n/time.ts'
import { Icon, type IconName } from './Icon.tsx'
import css from './Lines.module.css'

type Props<T> = {
  lines: readonly T[]
  at: (line: T) => number
  id: (line: T) => string
  children: (line: T) => ReactNode
}

/** Lines in their order, newest first as the server gives them. */
export function DayList<T>({ lines, at, id, children }: Props<T>) {
  return byDay(lines, at).map(({ day, ofDay }) => (
    <section key={day} className={css.day}>
      <h2 className={css.heading}>{day}</h2>
      <ul className={css.list}>
        {ofDay.map((line) => (
          <Fragment key={id(line)}>{children(line)}</Fragment>
        ))}
      </ul>
    </section>
  ))
}

type LineProps = {
  icon: IconName
  at: number
  title: string
  note?: ReactNode
  tone?: 'in' | 'plain'
  amount: ReactNode
  below?: ReactNode
  onOpen?: () => void
  /** Whether what it opens below itself is open. */
  expanded?: boolean
}

/** One line: picture, words, amount; a button when it opens something. */
export function Line({ icon, at, title, note, tone = 'plain', amount, below, onOpen, expanded }: LineProps) {
  const inner = (
    <>
      <span className={`${css.mark} ${tone === 'in' ? css.in : ''}`}>
        <Icon name={icon} />
      </span>
      <span className={css.words}>
        <span className={css.title}>{title}</span>
        <span className={css.small}>
          {formatHour(at)}
          {note && <> · {note}</>}
        </span>
      </span>
      <span className={css.sums}>
        {amount}
        {below && <span className={css.small}>{below}</span>}
      </span>
    </>
  )
  return (
    <li>
      {onOpen ? (
        <button type="button" className={css.line} onClick={onOpen} aria-expanded={expanded}>
          {inner}
        </button>
      ) : (
        <div className={css.line}>{inner}</div>
      )}
    </li>
  )
}

function byDay<T>(lines: readonly T[], at: (line: T) => number): { day: string; ofDay: T[] }[] {
  const days: { day: string; ofDay: T[] }[] = []
  for (const line of lines) {
    const day = formatDay(at(line))
    const last = days.at(-1)
    if (last?.day === day) last.ofDay.push(line)
    else days.push({ day, ofDay: [line] })
  }
  return days
}
