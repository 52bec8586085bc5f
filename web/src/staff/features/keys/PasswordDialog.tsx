// Another password for the own account: the present one and a fresh code prove who asks.
import { useState } from 'react'
import { useSessionPasswordMutation } from '../../api/endpoints.gen.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { errorText } from '../../ui/states.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'

const words = () => t.ownKeys
const passwordMin = 12

export function PasswordDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [old, setOld] = useState('')
  const [totp, setTotp] = useState('')
  const [next, setNext] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [change, { isLoading }] = useSessionPasswordMutation()
  const submit = async () => {
    if (Array.from(next).length < passwordMin) return setFault(t.activate.short)
    setFault(null)
    const sent = { password: old, totp: totp.replaceAll(/\s/g, ''), new_password: next }
    const { error } = await change(sent)
    return error ? setFault(errorText(error)) : onDone()
  }
  return (
    <Dialog title={words().password} onClose={onClose}>
      <form
        className={css.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className={css.quiet}>{words().passwordText}</p>
        <TextField
          label={words().oldPassword}
          type="password"
          value={old}
          onChange={setOld}
          autoComplete="current-password"
          first
        />
        <TextField
          label={t.login.totp}
          hint={t.login.totpHint}
          value={totp}
          onChange={setTotp}
          autoComplete="one-time-code"
          inputMode="numeric"
          mono
        />
        <TextField
          label={words().newPassword}
          hint={t.activate.passwordHint}
          type="password"
          value={next}
          onChange={setNext}
          autoComplete="new-password"
        />
        {fault && (
          <p role="alert" className={css.fault}>
            {fault}
          </p>
        )}
        <div className={css.buttons}>
          <Button onClick={onClose}>{t.act.cancel}</Button>
          <Button type="submit" look="main" busy={isLoading} disabled={!old || !totp || !next}>
            {words().password}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
