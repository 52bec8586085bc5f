// Says that the withdrawal address was set a short while ago, also where nobody looks for it: the message of the bot
// may be read late (T-09).
import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '../../api/clock.ts'
import { formatTime } from '../../i18n/time.ts'
import { LinkCard } from '../../ui/LinkCard.tsx'
import { useWithdrawInfoQuery } from './api.ts'

/** Nothing while no new address waits. */
export function AddressNotice() {
  const { t } = useTranslation('withdraw')
  const { data } = useWithdrawInfoQuery()
  const usableAt = data?.usable_at ?? null
  if (usableAt === null || usableAt <= serverNow()) return null
  return (
    <LinkCard
      to="/profile?section=sessions"
      icon="lock"
      title={t('address.changed')}
      text={t('address.changedText', { time: formatTime(usableAt) })}
    />
  )
}
