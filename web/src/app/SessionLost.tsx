// The end of a session: a native popup with Reload, and behind it the same in full, for clients
// whose popup was closed. Also shown when the server refuses the sign-in.
import { useEffect } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { codeOf, codes, type ApiError } from '../shared/envelope.ts'
import { errorText, maintenanceText } from '../i18n/errorText.ts'
import { forgetLaunch, reloadPage } from '../platform/launch.ts'
import { confirm } from '../platform/messenger.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import css from './Notice.module.css'

/** Nothing can be done in this session any more. */
export default function SessionLost({ error }: { error: ApiError }) {
  const { t } = useTranslation()
  const code = codeOf(error)
  const expired = code === codes.token
  useEffect(() => {
    if (code === codes.launch) forgetLaunch()
  }, [code])
  useEffect(() => {
    if (!expired) return
    void confirm(t('session.title'), t('session.text'), t('reload')).then((reload) => {
      if (reload) reloadPage()
    })
  }, [expired, t])

  const maintenance = code === codes.maintenance
  const title = expired ? t('session.title') : maintenance ? t('refused.maintenance') : t('refused.title')
  const text = expired
    ? t('session.text')
    : maintenance
      ? (maintenanceText(error) ?? t('refused.maintenanceText'))
      : errorText(error)
  return (
    <main className={css.full}>
      <Icon name={expired ? 'clock' : maintenance ? 'anchor' : 'lock'} className={css.mark} />
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={css.actions}>
        <Button icon="refresh" onClick={reloadPage}>
          {t('reload')}
        </Button>
      </div>
    </main>
  )
}
