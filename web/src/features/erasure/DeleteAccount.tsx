// The end of an account (domain §3.14): what happens to money and data, then a word that nobody types by accident.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useUserDeleteMutation } from './api.ts'
import { codeOf } from '../../shared/envelope.ts'
import { formatDay } from '../../i18n/time.ts'
import { useUser } from '../../state/hooks.ts'
import { haptic } from '../../platform/messenger.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toastError } from '../../ui/toast.tsx'
import css from './DeleteAccount.module.css'

const alreadyDone = 4001
/** What the server wants to read. */
const word = 'DELETE'

/** The section of the rules; the wish itself is made in a sheet. */
export function DeleteAccount() {
  const { t } = useTranslation('limits')
  const [asking, setAsking] = useState(false)
  const [deleted, setDeleted] = useState<{ at: number | null } | null>(null)
  const known = useUser()?.erase_at ?? null
  const eraseAt = deleted?.at ?? known
  if (deleted !== null || known !== null) {
    return (
      <p className={css.done} role="status">
        <Icon name="check" />
        {eraseAt === null ? t('erase.closed') : t('erase.done', { day: formatDay(eraseAt) })}
      </p>
    )
  }
  return (
    <>
      <ul className={css.points}>
        {(['1', '2', '3', '4'] as const).map((point) => (
          <li key={point}>{t(`erase.point.${point}`)}</li>
        ))}
      </ul>
      <Button look="danger" wide onClick={() => setAsking(true)}>
        {t('erase.ask')}
      </Button>
      <Sheet open={asking} title={t('erase.title')} onClose={() => setAsking(false)}>
        {asking && (
          <Form
            onDone={(at) => {
              setAsking(false)
              setDeleted({ at })
            }}
          />
        )}
      </Sheet>
    </>
  )
}

/** Asked for before, on another device, it is done as well; then the account's own answer names the day. */
function Form({ onDone }: { onDone: (eraseAt: number | null) => void }) {
  const { t } = useTranslation('limits')
  const [typed, setTyped] = useState('')
  const [erase, { isLoading }] = useUserDeleteMutation()
  const confirm = async () => {
    const result = await erase({ confirm: word })
    if (codeOf(result.error) === alreadyDone) return onDone(null)
    if (result.error) {
      haptic('error')
      return toastError(result.error)
    }
    return onDone(result.data.erase_at)
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      <p>{t('erase.text')}</p>
      <Field
        label={t('erase.type', { word })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" look="danger" size="l" wide disabled={typed.trim() !== word} busy={isLoading}>
        {t('erase.confirm')}
      </Button>
    </form>
  )
}
