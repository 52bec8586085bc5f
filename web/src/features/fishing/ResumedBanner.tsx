/** Says after a reload that an open dive goes on; it waits on the server for 24 hours (domain §2.1 rule 8). */
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Dive } from '../../api/endpoints.gen.ts'
import { formatTime } from '../../i18n/time.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './Screen.module.css'

/** Goes with the first cast or by its button. */
export function ResumedBanner({ dive, onClose }: { dive: Dive; onClose: () => void }) {
  const { t } = useTranslation(['dives', 'fishing'])
  const { t: common } = useTranslation()
  return (
    <div className={css.resumed} role="status">
      <p>
        <b>{t('resumed', { level: dive.level })}</b>{' '}
        <span>{t('resumedUntil', { time: formatTime(dive.expires_at) })}</span>
      </p>
      <button type="button" className={css.close} onClick={onClose} aria-label={common('close')}>
        <Icon name="close" />
      </button>
    </div>
  )
}
