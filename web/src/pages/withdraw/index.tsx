// Withdraw: balance, address, limits, earlier withdrawals.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { connectedAddress } from '../../features/coupon/connectedAddress.ts'
import { AddressNotice } from '../../features/withdraw/AddressNotice.tsx'
import { Orders } from '../../features/withdraw/Orders.tsx'
import { Overview } from '../../features/withdraw/Overview.tsx'
import { LinkCard } from '../../ui/LinkCard.tsx'
import { Page } from '../../ui/Page.tsx'

export default function WithdrawPage() {
  const { t } = useTranslation('withdraw')
  return (
    <Page title={t('title')}>
      <AddressNotice />
      <Overview fromWallet={connectedAddress()} />
      <Orders />
      <LinkCard to="/withdraw/rank" icon="trophy" title={t('rank.title')} text={t('rank.text')} />
    </Page>
  )
}
