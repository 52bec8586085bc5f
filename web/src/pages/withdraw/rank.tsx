// Leaderboard of completed withdrawals.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { WithdrawBoard, WeekCard } from '../../features/rank/Boards.tsx'
import { Page } from '../../ui/Page.tsx'

export default function WithdrawRankPage() {
  const { t } = useTranslation('rank')
  return (
    <Page title={t('title')} lead={t('lead.usdt')}>
      <WeekCard />
      <WithdrawBoard />
    </Page>
  )
}
