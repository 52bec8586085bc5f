// One act of staff: a dialog that says what will happen, asks for the reason, and stays open with the server's words
// when it is refused. Nothing is done before the second press; the reason is kept for ever, so it is asked for in full.
import { useState, type ReactNode } from 'react'
import { useWritable } from '../api/store.ts'
import { codeOf } from '../../shared/envelope.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { Go } from '../ui/Go.tsx'
import { errorText } from '../ui/states.tsx'
import { t } from '../texts/index.ts'
import css from '../ui/layout.module.css'

/** What a call came to. */
export type Outcome = { data?: unknown; error?: unknown }

type Props = {
  title: string
  /** The word on the button that does it. */
  label: string
  danger?: boolean
  wide?: boolean
  /** Why it cannot be done yet; null when it can. */
  missing?: string | null
  /** What its text is, where that is no reason; null for an act without one, which is explained by what it is of. */
  says?: Said | null
  act: (reason: string) => Promise<Outcome>
  onDone: (data: unknown) => void
  onClose: () => void
  children?: ReactNode
}

/** The text of an act by what it is. */
export type Said = { label: string; hint: string; lines: number }

/** The act takes a signature, and nothing signed it. */
const keyMissing = 9007

/** Shorter reasons explain nothing. */
const reasonMin = 3

/** Whether a text explains something. */
export const isReason = (text: string) => text.trim().length >= reasonMin

type Reason = { hint: string; value: string; onChange: (reason: string) => void }

/** Where a reason is written. */
export function ReasonField(props: Reason) {
  return <TextField label={t.act.reason} lines={2} required {...props} />
}

type Doing = { danger: boolean; busy: boolean; why: string | null; children: ReactNode }

/** What does it; `why` says why it cannot be done yet. */
export function DoButton({ danger, busy, why, children }: Doing) {
  const look = danger ? 'danger' : 'main'
  return (
    <Button type="submit" look={look} busy={busy} disabled={why !== null} title={why ?? undefined}>
      {children}
    </Button>
  )
}

/** Asks for the reason, then does it. */
export function ActionDialog({
  title,
  label,
  danger = false,
  wide = false,
  missing = null,
  says = { label: t.act.reason, hint: t.act.reasonHint, lines: 2 },
  act,
  onDone,
  onClose,
  children,
}: Props) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(null)
  const writable = useWritable()
  const why = !writable
    ? t.act.past
    : (missing ?? (says === null || isReason(reason) ? null : t.act.needsReason))
  const send = async () => {
    if (why !== null || busy) return
    setBusy(true)
    const { data, error } = await act(reason.trim())
    setBusy(false)
    if (error) setFault(error)
    else onDone(data)
  }
  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <form
        className={css.stack}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {children}
        {says && <TextField {...says} value={reason} onChange={setReason} required />}
        {fault !== null && (
          <p role="alert" className={css.fault}>
            {errorText(fault)}
            {codeOf(fault) === keyMissing && (
              <>
                {' '}
                <Go to="/desks/keys">{t.act.toKeys}</Go>
              </>
            )}
          </p>
        )}
        <div className={css.buttons}>
          <Button onClick={onClose}>{t.act.cancel}</Button>
          <DoButton danger={danger} busy={busy} why={why}>
            {label}
          </DoButton>
        </div>
      </form>
    </Dialog>
  )
}
