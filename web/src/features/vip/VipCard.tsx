// VIP on the Earn screen: the tier that runs and whether its claim waits, or the way to one.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { refetchAfterS } from '../../api/refetch.ts'
import { useVipInfoQuery } from '../../api/shared.ts'
import { formatDay } from '../../i18n/time.ts'
import { LinkCard } from '../../ui/LinkCard.tsx'

/** Leads to the claim while a tier runs, to the tiers otherwise. */
export function VipCard() {
  const { t } = useTranslation('vip')
  const { data } = useVipInfoQuery(undefined, { refetchOnMountOrArgChange: refetchAfterS })
  const tier = data?.list.find((each) => each.active)
  return (
    <LinkCard
      to={tier ? '/home/receive' : '/pay/vip'}
      icon="shield"
      title={tier ? `VIP ${tier.name}` : 'VIP'}
      text={tier?.expires_at ? t('until', { time: formatDay(tier.expires_at) }) : t('claim.noneText')}
      badge={tier?.can_receive ? t('claim.do') : undefined}
    />
  )
}
