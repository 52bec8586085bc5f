// Identity check.
import { useTranslation } from '../i18n/useTranslation.ts'
import { Kyc } from '../features/kyc/Kyc.tsx'
import { Page } from '../ui/Page.tsx'

export default function KycPage() {
  const { t } = useTranslation('kyc')
  return (
    <Page title={t('title')}>
      <Kyc />
    </Page>
  )
}
