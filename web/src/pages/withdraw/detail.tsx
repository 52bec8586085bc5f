// One withdrawal and its way.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useParams } from 'react-router'
import { Detail } from '../../features/withdraw/Detail.tsx'
import { Page } from '../../ui/Page.tsx'

export default function WithdrawDetailPage() {
  const { t } = useTranslation('withdraw')
  const { key = '' } = useParams()
  return (
    <Page title={t('title')}>
      <Detail key={key} id={key} />
    </Page>
  )
}
