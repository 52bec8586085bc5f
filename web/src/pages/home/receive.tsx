// Receive coins: the free daily claim, and that of the VIP tier.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { FreeCoins } from '../../features/receive/FreeCoins.tsx'
import { VipClaim } from '../../features/vip/Claim.tsx'
import { Page } from '../../ui/Page.tsx'

export default function ReceivePage() {
  const { t } = useTranslation('home')
  return (
    <Page title={t('receive.title')}>
      <FreeCoins />
      <VipClaim />
    </Page>
  )
}
