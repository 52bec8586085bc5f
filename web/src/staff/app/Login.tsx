// The login: as the first page, and over the screen when a session has ended.
import { useState } from 'react'
import { codes, type ApiError } from '../../shared/envelope.ts'
import { useStaff, useStaffDispatch } from '../api/store.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { errorText, refusalText } from '../ui/states.tsx'
import { Activate } from './Activate.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { signIn } from './who.ts'
import css from './login.module.css'

/** The first page: the login, or the activation of an account. */
export function LoginPage() {
  const [activating, setActivating] = useState(false)
  const [activated, setActivated] = useState('')
  const { title, lead } = activating ? t.activate : t.login
  return (
    <main className={css.page}>
      <div className={css.card}>
        <div className={css.product}>
          {t.product}
          <LanguageSwitch />
        </div>
        <h1>{title}</h1>
        <p className={css.lead}>{lead}</p>
        {activating ? (
          <Activate
            onBack={() => setActivating(false)}
            onDone={(name) => {
              setActivated(name)
              setActivating(false)
            }}
          />
        ) : (
          <>
            {activated && (
              <p role="status" className={css.done}>
                {t.activate.done}
              </p>
            )}
            <Form name={activated} />
            <Button look="quiet" onClick={() => setActivating(true)}>
              {t.activate.open}
            </Button>
          </>
        )}
      </div>
    </main>
  )
}

/** Over the screen; it cannot be put aside. */
export function LoginAgain() {
  const name = useStaff(({ session }) => session.me?.name ?? '')
  return (
    <Dialog title={t.login.again} onClose={() => undefined} closable={false}>
      <p className={css.lead}>{t.login.againLead}</p>
      <Form name={name} />
    </Dialog>
  )
}

function Form({ name: known }: { name: string }) {
  const dispatch = useStaffDispatch()
  const [name, setName] = useState(known)
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const submit = async () => {
    if (!name.trim() || !password || !totp.trim()) return setFault(t.login.missing)
    setBusy(true)
    setFault(null)
    const error = await dispatch(
      signIn({ name: name.trim(), password, totp: totp.replaceAll(/\s/g, '') }),
    ).unwrap()
    setBusy(false)
    if (!error) return undefined
    setTotp('')
    return setFault(refusal(error))
  }
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label={t.login.name}
        value={name}
        onChange={setName}
        autoComplete="username"
        first={known === ''}
      />
      <TextField
        label={t.login.password}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        first={known !== ''}
      />
      <TextField
        label={t.login.totp}
        value={totp}
        onChange={setTotp}
        autoComplete="one-time-code"
        inputMode="numeric"
        hint={t.login.totpHint}
        mono
      />
      {fault && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
      <Button type="submit" look="main" busy={busy}>
        {t.login.submit}
      </Button>
    </form>
  )
}

/** The server does not say which of the three was wrong, on purpose. */
function refusal(error: ApiError): string {
  if (error.kind === 'server' && error.code === codes.token)
    return refusalText(error.code, error.message) || t.login.missing
  return errorText(error)
}
