// Shown when five starts brought no launch data: this page was opened in a plain browser.
import { useTranslation } from '../i18n/useTranslation.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import css from './Notice.module.css'

/** Where to open the product. A development build can sign the demo player in. */
export function OpenInMessenger() {
  const { t } = useTranslation()
  return (
    <main className={css.full}>
      <Icon name="hook" className={css.mark} />
      <h1>{t('outside.title')}</h1>
      <p>{t('outside.text')}</p>
      {__DEV_MESSENGER__ && (
        <div className={css.actions}>
          <Button onClick={() => location.assign('/dev')}>{t('outside.dev')}</Button>
        </div>
      )}
    </main>
  )
}
