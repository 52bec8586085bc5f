// Shown when five starts brought no launch data: this page was opened in a plain browser. The configuration comes
// later: the page stands without it.
import { useTranslation } from '../i18n/useTranslation.ts'
import { openLink } from '../platform/share.ts'
import { useAppSelector } from '../state/hooks.ts'
import { selectConfig } from '../state/selectors.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import css from './Notice.module.css'

/** Where to open the product. A development build can sign the demo player in. */
export function OpenInMessenger() {
  const { t } = useTranslation()
  const { download_url: download = null } = useAppSelector(selectConfig) ?? {}
  return (
    <main className={css.full}>
      <Icon name="hook" className={css.mark} />
      <h1>{t('outside.title')}</h1>
      <p>{t('outside.text')}</p>
      <div className={css.actions}>
        {download !== null && (
          <Button icon="globe" onClick={() => openLink(download)}>
            {t('outside.open')}
          </Button>
        )}
        {__DEV_MESSENGER__ && (
          <Button look={download === null ? 'primary' : 'secondary'} onClick={() => location.assign('/dev')}>
            {t('outside.dev')}
          </Button>
        )}
      </div>
    </main>
  )
}
