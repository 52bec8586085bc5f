// Balance history.
import { useTranslation } from 'react-i18next'
import { Balances } from '../../features/wallet/Balances.tsx'
import { History } from '../../features/wallet/History.tsx'
import { LinkCard } from '../../ui/LinkCard.tsx'
import { Page } from '../../ui/Page.tsx'

export default function HistoryPage() {
  const { t } = useTranslation('wallet')
  return (
    <Page title={t('title')}>
      <Balances />
      <LinkCard to="/withdraw/index" icon="up" title={t('withdraw.title')} text={t('withdraw.text')} />
      <History />
    </Page>
  )
}
