// Bottom tabs. A tab exists only where its route does.
import { useTranslation } from '../i18n/useTranslation.ts'
import { Link, useLocation } from 'react-router'
import { haptic } from '../platform/messenger.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'
import css from './Tabs.module.css'

const tabs = [
  { key: 'fish', to: '/', icon: 'fish', holds: (path: string) => path === '/' || path === '/collection' },
  {
    key: 'earn',
    to: '/home/index',
    icon: 'gift',
    holds: (path: string) => path.startsWith('/home') || path.startsWith('/red'),
  },
  { key: 'invite', to: '/invite/index', icon: 'people', holds: (path: string) => path.startsWith('/invite') },
  { key: 'shop', to: '/pay/shop', icon: 'coupon', holds: (path: string) => path.startsWith('/pay') },
  {
    key: 'wallet',
    to: '/wallet/history',
    icon: 'wallet',
    holds: (path: string) => path.startsWith('/wallet') || path.startsWith('/withdraw') || path === '/kyc',
  },
] as const satisfies readonly { key: string; to: string; icon: IconName; holds: (path: string) => boolean }[]

/** The main menu. */
export function Tabs() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <nav className={css.tabs} aria-label={t('tabs.label')}>
      {tabs.map((tab) => (
        <Link
          key={tab.key}
          to={tab.to}
          className={css.tab}
          aria-current={tab.holds(pathname) ? 'page' : undefined}
          onClick={() => haptic('select')}
        >
          <Icon name={tab.icon} className={css.icon} />
          {t(`tabs.${tab.key}`)}
        </Link>
      ))}
    </nav>
  )
}
