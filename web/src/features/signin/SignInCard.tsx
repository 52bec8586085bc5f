// The check-in on the Earn screen: which day waits, and a strip of the week.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSigninInfoQuery } from '../../api/shared.ts'
import { LinkCard } from '../../ui/LinkCard.tsx'
import css from './SignInCard.module.css'

/** Leads to the check-in; the badge stands while today is open. */
export function SignInCard() {
  const { t } = useTranslation('home')
  const { data } = useSigninInfoQuery()
  const open = data?.signed === false
  return (
    <LinkCard
      to="/home/signin"
      shape="tile"
      icon="calendar"
      title={t('card.signin.title')}
      text={open ? t('card.signin.open', { step: data.step }) : data ? t('card.signin.done') : '…'}
      badge={open ? t('badge') : undefined}
    >
      <span className={css.strip} aria-hidden>
        {data?.days.map((day) => (
          <span key={day.step} className={css[day.state]} />
        ))}
      </span>
    </LinkCard>
  )
}
