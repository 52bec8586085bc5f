// The weekly event: the board of species caught since Monday.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { WeekBoard } from '../../features/rank/Boards.tsx'
import { Page } from '../../ui/Page.tsx'

export default function CollectionRankPage() {
  const { t } = useTranslation('rank')
  return (
    <Page title={t('week.title')} lead={t('week.text')}>
      <WeekBoard />
    </Page>
  )
}
