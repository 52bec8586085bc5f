// Ask for money through one channel.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useParams } from 'react-router'
import { WithdrawForm } from '../../features/withdraw/WithdrawForm.tsx'
import { Page } from '../../ui/Page.tsx'

export default function WithdrawDoPage() {
  const { t } = useTranslation('withdraw')
  const { key = '' } = useParams()
  return (
    <Page title={t('title')}>
      <WithdrawForm channelKey={key} />
    </Page>
  )
}
