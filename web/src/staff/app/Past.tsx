// Travel in time: one moment for the whole console, in its address. The banner cannot be overlooked.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useStaff } from '../api/store.ts'
import { endOfDay, isMoment, type NoMoment as Problem } from '../api/view.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { momentParam } from '../ui/Go.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Page } from '../ui/Page.tsx'
import { Empty } from '../ui/states.tsx'
import { utc } from '../words/time.ts'
import css from './shell.module.css'

/** Puts a moment into the address; null is now. */
export function useMoment(): (moment: string | null) => void {
  const [, setParams] = useSearchParams()
  return (moment) =>
    setParams((old) => {
      const next = new URLSearchParams(old)
      if (moment === null) next.delete(momentParam)
      else next.set(momentParam, moment)
      return next
    })
}

/** Says that this is the past, which one, and how to leave; or, on a screen that has no past, that it shows now. */
export function PastBanner({ follows }: { follows: boolean }) {
  const { asOf, at } = useStaff(({ view }) => view)
  const move = useMoment()
  const moment = at ? `${utc(at.time_ms, true)} UTC · ${positionsText(at.positions)}` : null
  return (
    <div className={css.past} role="status">
      <Icon name={follows ? 'lock' : 'alert'} />
      <strong>{follows ? t.past.banner : t.past.showsNow}</strong>
      <span>{follows ? (moment ?? t.past.asked(asOf ?? '')) : t.past.elsewhere(asOf ?? '')}</span>
      <Button onClick={() => move(null)}>{t.past.leave}</Button>
    </div>
  )
}

/** Stands in place of every screen while the address names no moment: numbers of now would be taken for its own. */
export function NoMoment({ problem }: { problem: Problem }) {
  const asOf = useStaff(({ view }) => view.asOf)
  const move = useMoment()
  return (
    <Page title={t.past.noMoment[problem]}>
      <Empty title={t.past.noMoment[problem]}>
        <p role="alert">{t.past.noMomentText[problem](asOf ?? '')}</p>
        <Button icon="clock" onClick={() => move(null)}>
          {t.past.leave}
        </Button>
      </Empty>
    </Page>
  )
}

/** Positions of all logs; with one log only its number. */
function positionsText(positions: Readonly<Record<string, number>>): string {
  const all = Object.entries(positions)
  return t.past.position(
    all.length === 1 ? String(all[0]?.[1]) : all.map(([log, position]) => `${log}: ${position}`).join(', '),
  )
}

/** Asks for the moment. */
export function PastDialog({ onClose }: { onClose: () => void }) {
  const asOf = useStaff(({ view }) => view.asOf)
  const [text, setText] = useState(asOf ?? '')
  const [fault, setFault] = useState<string | null>(null)
  const move = useMoment()
  const show = (moment: string) => {
    if (!isMoment(moment)) return setFault(t.past.bad)
    if (!/^\d+$/.test(moment) && Date.parse(moment) > Date.now()) return setFault(t.past.ahead)
    move(moment)
    return onClose()
  }
  return (
    <Dialog title={t.past.title} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          show(text.trim())
        }}
      >
        <p className={css.quiet}>{t.past.lead}</p>
        <TextField
          label={t.past.field}
          value={text}
          onChange={(value) => {
            setText(value)
            setFault(null)
          }}
          hint={t.past.hint}
          error={fault}
          mono
          first
        />
        <TextField
          label={t.past.day}
          type="date"
          value=""
          onChange={(day) => {
            if (day) show(endOfDay(day))
          }}
        />
        <div className={css.choices}>
          <Button onClick={() => show(endOfDay(daysAgo(1)))}>{t.past.yesterday}</Button>
          <Button onClick={() => show(endOfDay(lastDayBefore(monthStart(0))))}>{t.past.month}</Button>
          <Button onClick={() => show(endOfDay(lastDayBefore(monthStart(new Date().getUTCMonth() % 3))))}>
            {t.past.quarter}
          </Button>
        </div>
        <div className={css.choices}>
          <Button type="submit" look="main">
            {t.past.show}
          </Button>
          {asOf !== null && (
            <Button
              onClick={() => {
                move(null)
                onClose()
              }}
            >
              {t.past.leave}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
const lastDayBefore = (ms: number) => new Date(ms - dayMs).toISOString().slice(0, 10)

/** The first day of this month, or of one some months back, in UTC. */
function monthStart(back: number): number {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)
}
