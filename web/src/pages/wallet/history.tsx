// The wallet: balances with the ways on, and every movement.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { UnlockProgress } from '../../features/exchange/UnlockProgress.tsx'
import { Balances } from '../../features/wallet/Balances.tsx'
import { History } from '../../features/wallet/History.tsx'
import { Page } from '../../ui/Page.tsx'

export default function HistoryPage() {
  const { t } = useTranslation('wallet')
  return (
    <Page title={t('title')}>
      <Balances unlock={<UnlockProgress />} />
      <History />
    </Page>
  )
}
