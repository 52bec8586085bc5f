// The one-time confirmation of terms and age (domain §3.14). It opens over whatever the player was doing, and that
// action goes on once it is accepted.
import { useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSystemConfigQuery } from '../../api/shared.ts'
import { useUserAcceptTermsMutation } from './api.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { termsQuestion } from './gate.ts'
import css from './TermsSheet.module.css'

/** The text in full stands in the sheet itself: a way to another screen would end what waits for the answer. */
const terms = [
  'terms.1',
  'terms.2',
  'terms.3',
  'terms.4',
  'terms.5',
  'privacy.1',
  'privacy.2',
  'privacy.3',
] as const

/** Mounted once by the shell; closed until a call needs it. */
export default function TermsSheet() {
  const { t } = useTranslation(['terms', 'info'])
  const question = useSyncExternalStore(termsQuestion.subscribe, termsQuestion.get)
  const [adult, setAdult] = useState(false)
  const [accept, { isLoading }] = useUserAcceptTermsMutation()
  const config = useSystemConfigQuery()
  // The text is part of the app: it is that of the version in force when the app was loaded.
  const shown = useRef<string>(undefined)
  shown.current ??= config.data?.terms_version
  const decline = () => question?.answer(false)

  const confirm = async () => {
    const { data, error } = await config.refetch()
    if (!data) {
      toastError(error)
      return
    }
    // What was not shown is not accepted.
    if (shown.current !== data.terms_version) {
      toast(t('changed'), 'bad')
      return
    }
    const result = await accept({ version: data.terms_version })
    if (result.error) toastError(result.error)
    else question?.answer(true)
  }

  return (
    <Sheet
      open={question !== null}
      title={t('title')}
      onClose={decline}
      footer={
        <div className={css.actions}>
          <Button look="secondary" onClick={decline}>
            {t('decline')}
          </Button>
          <Button disabled={!adult} busy={isLoading} onClick={() => void confirm()}>
            {t('accept')}
          </Button>
        </div>
      }
    >
      <p className={css.lead}>{t('lead')}</p>
      <ul className={css.points}>
        <li>{t('odds')}</li>
        <li>{t('outcome')}</li>
        <li>{t('limits')}</li>
      </ul>
      <details className={css.read}>
        <summary className={css.link}>
          <Icon name="document" />
          {t('read')}
          <Icon name="down" className={css.arrow} />
        </summary>
        <ol>
          {terms.map((part) => (
            <li key={part}>{t(part, { ns: 'info' })}</li>
          ))}
        </ol>
      </details>
      <label className={css.age}>
        <input type="checkbox" checked={adult} onChange={(event) => setAdult(event.target.checked)} />
        <span>{t('age')}</span>
      </label>
    </Sheet>
  )
}
