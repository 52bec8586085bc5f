// The frame of the four paying screens: one heading and the way between them.
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { NavLink } from 'react-router'
import { haptic } from '../../platform/messenger.ts'
import { Page } from '../../ui/Page.tsx'
import css from './PayFrame.module.css'

const parts = ['vip', 'shop', 'coupon', 'record'] as const

/** A paying screen; moving between the four replaces the history entry, so that Back leaves them at once. */
export function PayFrame({ part, children }: { part: (typeof parts)[number]; children: ReactNode }) {
  const { t } = useTranslation('pay')
  return (
    <Page title={t(`nav.${part}`)} lead={t(`lead.${part}`)}>
      <nav className={css.nav} aria-label={t('nav.label')}>
        {parts.map((name) => (
          <NavLink
            key={name}
            className={css.part ?? ''}
            to={`/pay/${name}`}
            replace
            onClick={() => haptic('select')}
          >
            {t(`nav.${name}`)}
          </NavLink>
        ))}
      </nav>
      {children}
    </Page>
  )
}
