// Activation: the owner of a new account, or of one that was reset, chooses the password here and scans a second factor
// that this browser makes. The code from whoever made the account is good once.
import { useState } from 'react'
import { QrCode } from '../../shared/QrCode.tsx'
import type { ApiError } from '../../shared/envelope.ts'
import { endpoints } from '../api/endpoints.gen.ts'
import { useStaffDispatch } from '../api/store.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { Id } from '../ui/Id.tsx'
import { errorText } from '../ui/states.tsx'
import css from './login.module.css'

const words = () => t.activate
const passwordMin = 12
const secretBytes = 20

type Props = { onDone: (name: string) => void; onBack: () => void }

/** The form; `onDone` gets the name that can sign in now. */
export function Activate({ onDone, onBack }: Props) {
  const dispatch = useStaffDispatch()
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [totp, setTotp] = useState('')
  const [secret] = useState(newSecret)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const who = name.trim()
  const submit = async () => {
    const missing = missingIn({ who, code, password, again, totp })
    if (missing) return setFault(missing)
    setBusy(true)
    setFault(null)
    const chosen = { name: who, code, password, totp_secret: secret, totp: totp.replaceAll(/\s/g, '') }
    const { error } = await dispatch(endpoints.endpoints.sessionActivate.initiate(chosen))
    setBusy(false)
    return error ? setFault(refusal(error as ApiError)) : onDone(who)
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
      <TextField label={t.login.name} value={name} onChange={setName} autoComplete="username" first />
      <TextField
        label={words().code}
        hint={words().codeHint}
        value={code}
        onChange={setCode}
        autoComplete="off"
        mono
      />
      <TextField
        label={words().password}
        hint={words().passwordHint}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
      />
      <TextField
        label={words().again}
        type="password"
        value={again}
        onChange={setAgain}
        autoComplete="new-password"
      />
      <figure className={css.factor}>
        <QrCode className={css.qr} text={otpauth(who, secret)} label={words().scan} />
        <figcaption>
          {words().scan}
          <code>
            <Id value={secret} whole />
          </code>
        </figcaption>
      </figure>
      <TextField
        label={t.login.totp}
        hint={words().totpHint}
        value={totp}
        onChange={setTotp}
        autoComplete="one-time-code"
        inputMode="numeric"
        mono
      />
      {fault && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
      <Button type="submit" look="main" busy={busy}>
        {words().submit}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {words().back}
      </Button>
    </form>
  )
}

function missingIn(form: { who: string; code: string; password: string; again: string; totp: string }) {
  if (!form.who || !form.code.trim() || !form.totp.trim()) return words().missing
  if (Array.from(form.password).length < passwordMin) return words().short
  return form.password === form.again ? null : words().different
}

/** A field that the server refuses is named; everything else about the code is one answer, on purpose. */
function refusal(error: ApiError): string {
  const { field } = (error.kind === 'server' && (error.data as { field?: string } | null)) || {}
  return field === 'totp' ? words().wrongTotp : errorText(error)
}

/** 160 random bits in base 32, as authenticators take them. */
function newSecret(): string {
  const bits = Array.from(crypto.getRandomValues(new Uint8Array(secretBytes)), (byte) =>
    byte.toString(2).padStart(8, '0'),
  ).join('')
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  return (bits.match(/.{5}/g) ?? []).map((five) => letters[parseInt(five, 2)]).join('')
}

const otpauth = (name: string, secret: string) =>
  `otpauth://totp/ledger:${encodeURIComponent(name)}?secret=${secret}&issuer=ledger`
