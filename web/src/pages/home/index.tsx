// Earn: what can be claimed today, and where the rules are.
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { FreeCoinsCard } from '../../features/receive/FreeCoins.tsx'
import { CodeEntry } from '../../features/redpacket/CodeEntry.tsx'
import { SignInCard } from '../../features/signin/SignInCard.tsx'
import { TasksCard } from '../../features/tasks/TasksCard.tsx'
import { TaskSheet } from '../../features/tasks/TaskSheet.tsx'
import { VipCard } from '../../features/vip/VipCard.tsx'
import { useUser } from '../../state/hooks.ts'
import { LanguagePicker } from '../../features/language/LanguagePicker.tsx'
import { LinkCard } from '../../ui/LinkCard.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/states.tsx'
import css from './index.module.css'

/** Brings the wallets' protocol along: only who wants to connect loads it. */
const ProveWallet = lazy(() => import('../../features/coupon/ProveWallet.tsx'))

/** The one place where tasks and wallets meet. */
const connectWallet = (onProved: () => void) => (
  <Suspense fallback={<Skeleton heights={[1.2, 1.2]} />}>
    <ProveWallet onProved={onProved} />
  </Suspense>
)

export default function HomePage() {
  const { t } = useTranslation('home')
  const user = useUser()
  return (
    <Page
      title={t('greeting', { name: user?.nickname || t('guest') })}
      lead={t('lead')}
      aside={<LanguagePicker />}
    >
      <div className={css.grid}>
        <SignInCard />
        <FreeCoinsCard />
        <TasksCard />
        <LinkCard
          to="/home/exchange"
          shape="tile"
          icon="swap"
          title={t('card.exchange.title')}
          text={t('card.exchange.text')}
        />
      </div>
      <VipCard />
      <CodeEntry />
      <LinkCard to="/info" icon="document" title={t('card.info.title')} text={t('card.info.text')} />
      <LinkCard
        to="/info?section=fairness"
        icon="shield"
        title={t('card.fairness.title')}
        text={t('card.fairness.text')}
      />
      <LinkCard to="/profile" icon="user" title={t('card.profile.title')} text={t('card.profile.text')} />
      <TaskSheet connectWallet={connectWallet} />
    </Page>
  )
}
