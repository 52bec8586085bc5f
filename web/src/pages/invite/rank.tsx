// Leaderboard of valid invites.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { TeamBoard, WeekCard } from '../../features/rank/Boards.tsx'
import { Page } from '../../ui/Page.tsx'

export default function InviteRankPage() {
  const { t } = useTranslation('rank')
  return (
    <Page title={t('title')} lead={t('lead.invites')}>
      <WeekCard />
      <TeamBoard />
    </Page>
  )
}
