/** What the wins of this dive are. That gift coins win bonus tokens is said until it was read once on this device. */
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Dive } from '../../api/endpoints.gen.ts'
import { usePageValue, useUser } from '../../state/hooks.ts'
import type { Json } from '../../state/pages.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './Screen.module.css'

const isRead = (value: Json): value is boolean => typeof value === 'boolean'

/** The result says it again, each time. */
export function Ribbon({ dive }: { dive: Dive | null }) {
  const { t } = useTranslation(['dives', 'fishing'])
  const { t: common } = useTranslation()
  const user = useUser()
  const [read, setRead] = usePageValue('fishing', 'gift', false, isRead)
  if (user?.region_mode === 'play') return <p className={css.ribbon}>{t('playMode')}</p>
  if (dive?.fund !== 'promo' || read) return null
  return (
    <div className={css.note} role="status">
      <p>{t('promo')}</p>
      <button type="button" className={css.close} onClick={() => setRead(true)} aria-label={common('close')}>
        <Icon name="close" />
      </button>
    </div>
  )
}
