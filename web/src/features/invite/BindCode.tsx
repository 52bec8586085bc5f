// Entering the code of whoever invited the player, once (domain §3.8).
import { useState, type RefObject } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { codeOf } from '../../shared/envelope.ts'
import { useTeamBindMutation } from './api.ts'
import { errorText } from '../../i18n/errorText.ts'
import { haptic } from '../../platform/messenger.ts'
import { useAppSelector } from '../../state/hooks.ts'
import { selectConfig } from '../../state/selectors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/Page.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import css from './Invite.module.css'

/** Codes are written without I, L, O and U; spaces and small letters come from messages (domain §3.1). */
const tidy = (text: string) =>
  text
    .replace(/[^0-9a-z]/gi, '')
    .toUpperCase()
    .slice(0, 8)
const codeLength = 8
/** Refusals that are about the code itself; the field says so. */
const aboutCode: readonly (number | null)[] = [7001, 7003]

/** Shown while no inviter is bound. */
export function BindCode({ place }: { place: RefObject<HTMLFormElement | null> }) {
  const { t } = useTranslation('invite')
  const { root_scode: official = null } = useAppSelector(selectConfig) ?? {}
  const [code, setCode] = useState('')
  const [bind, { isLoading, error, reset }] = useTeamBindMutation()
  const fault = aboutCode.includes(codeOf(error)) ? errorText(error) : undefined
  const enter = (text: string) => {
    setCode(text)
    // A refusal was about the code that was sent.
    if (error) reset()
  }
  const submit = async () => {
    const result = await bind({ code })
    if (result.error) {
      haptic('error')
      if (!aboutCode.includes(codeOf(result.error))) toastError(result.error)
      return
    }
    haptic('success')
    const nickname = result.data.inviter?.nickname
    toast(nickname ? t('bind.doneBy', { nickname }) : t('bind.done'), 'good')
  }
  return (
    <Card>
      <form
        ref={place}
        className={css.bind}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <h2>{t('bind.title')}</h2>
        <p className={css.text}>{t('bind.text')}</p>
        {official !== null && (
          <>
            <p className={css.text}>{t('bind.official', { code: official })}</p>
            <Button look="secondary" onClick={() => enter(official)}>
              {t('bind.useOfficial')}
            </Button>
          </>
        )}
        <div className={css.entry}>
          <Field
            label={t('bind.field')}
            mono
            placeholder="K7QM2XWA"
            value={code}
            fault={fault}
            onChange={(event) => enter(tidy(event.target.value))}
          />
          <Button type="submit" disabled={code.length !== codeLength} busy={isLoading}>
            {t('bind.do')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
