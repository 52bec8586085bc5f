// Coupons: the balance, topping up, and USDT into coupons.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Coupons } from '../../features/coupon/Coupons.tsx'
import { Convert } from '../../features/exchange/Convert.tsx'
import { LinkCard } from '../../ui/LinkCard.tsx'
import { PayFrame } from './PayFrame.tsx'

export default function CouponPage() {
  const { t } = useTranslation('coupon')
  return (
    <PayFrame part="coupon">
      <Coupons />
      <Convert pair="usdt_coupon" />
      <LinkCard to="/profile?section=limits" icon="clock" title={t('limits.title')} text={t('limits.text')} />
    </PayFrame>
  )
}
