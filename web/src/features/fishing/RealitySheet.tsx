/**
 * A moment to think, each half hour of a session (domain §3.14): how long it has been, what went in and what came
 * out. Only who has played in this visit is asked, never in the middle of a command, and for each half hour once: it
 * counts as shown when it is on the screen, not before.
 */
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useNavigate } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import type { PlaySession } from '../../api/endpoints.gen.ts'
import { formatSpan } from '../../i18n/time.ts'
import { haptic } from '../../platform/messenger.ts'
import { usePageValue } from '../../state/hooks.ts'
import type { Json } from '../../state/pages.ts'
import { useEverySecond } from '../../state/useEverySecond.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Row, Rows } from '../../ui/Page.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import css from './Sheets.module.css'

const everyMs = 30 * 60_000
const isText = (value: Json): value is string => typeof value === 'string'

/** Whole half hours that a session has lasted; none before the first dive. */
export function halfHours({ started_at: startedMs }: PlaySession, nowMs: number): number {
  return startedMs === 0 ? 0 : Math.max(0, Math.floor((nowMs - startedMs) / everyMs))
}

type Props = {
  session: PlaySession | null
  /** A command of the game is under way. */
  busy: boolean
  /** Another sheet is open. */
  covered: boolean
  /** The session as the server knows it now: a later visit begins a new one. */
  refetch: () => Promise<PlaySession | null>
}

/** Opens by itself. */
export function RealitySheet({ session, busy, covered, refetch }: Props) {
  const { t } = useTranslation(['dives', 'fishing'])
  const navigate = useNavigate()
  const [shown, setShown] = usePageValue('fishing', 'reality', '', isText)
  const [played, setPlayed] = useState(false)
  const [open, setOpen] = useState(false)
  useEverySecond()
  if (busy && !played) setPlayed(true)
  const halves = session === null ? 0 : halfHours(session, serverNow())
  const mark = session === null ? '' : `${session.started_at} ${halves}`
  const due = played && !busy && !covered && !open && halves > 0 && mark !== shown
  useEffect(() => {
    if (!due) return
    void refetch().then((now) => setOpen(now !== null && halfHours(now, serverNow()) > 0))
    // Once for each half hour, and after the next command where no answer came; the callback is made anew at each
    // drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [due, mark])
  // Not while the screen is hidden: then its effects wait until it is back.
  useEffect(() => {
    if (!open) return
    haptic('warning')
    setShown(mark)
    // The mark of the moment in which it opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [open])

  const close = () => setOpen(false)
  const pause = () => {
    close()
    void navigate('/profile?section=limits')
  }
  return (
    <Sheet
      open={open}
      title={t('reality.title')}
      onClose={close}
      footer={
        <div className={css.buttons}>
          <Button look="secondary" onClick={pause}>
            {t('reality.pause')}
          </Button>
          <Button onClick={close}>{t('reality.on')}</Button>
        </div>
      }
    >
      {open && session !== null && (
        <>
          <p className={css.hint}>{t('reality.text')}</p>
          <Rows>
            <Row label={t('reality.time')}>{formatSpan(serverNow() - session.started_at)}</Row>
            <Row label={t('staked')}>
              <Amount value={session.staked} asset="coin" />
            </Row>
            <Row label={t('dives.won')}>
              <Amount value={session.won} asset="gusd" />
            </Row>
            <Row label={t('result.net')}>
              <Amount value={session.net} asset="gusd" icon={false} signed toned />
            </Row>
          </Rows>
        </>
      )}
    </Sheet>
  )
}
