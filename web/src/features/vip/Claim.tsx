// The claim of the active tier (domain §3.4): coins and diamonds a few times a day, four hours apart.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { oncePassed, useRefetchOncePassed } from '../../api/oncePassed.ts'
import { refetchAfterS } from '../../api/refetch.ts'
import { useVipInfoQuery } from '../../api/shared.ts'
import { useVipReceiveMutation } from './api.ts'
import type { Vip } from '../../api/endpoints.gen.ts'
import { formatSpan, formatTime } from '../../i18n/time.ts'
import { haptic } from '../../platform/messenger.ts'
import { useEverySecond } from '../../state/useEverySecond.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatAmount } from '../../shared/money.ts'
import { Card } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { Emblem } from './Emblem.tsx'
import { claimOf } from './model.ts'
import css from './Claim.module.css'

/** The card of the Receive screen: the claim, or the way to a tier. */
export function VipClaim() {
  const { t } = useTranslation('vip')
  const query = useVipInfoQuery(undefined, { refetchOnMountOrArgChange: refetchAfterS })
  return (
    <QueryState query={query} heights={[2.6]}>
      {(data) => {
        const tier = data.list.find((each) => each.active)
        if (tier) return <Claim tier={tier} />
        return (
          <Card className={css.none}>
            <Emblem tier={0} />
            <div>
              <h2>{t('claim.none')}</h2>
              <p className={css.text}>{t('claim.noneText')}</p>
              <Link className={css.link} to="/pay/vip">
                {t('claim.noneLink')}
              </Link>
            </div>
          </Card>
        )
      }}
    </QueryState>
  )
}

/** The active tier with its claim. */
export function Claim({ tier }: { tier: Vip }) {
  const { t } = useTranslation('vip')
  const { t: common } = useTranslation()
  const [receive, { isLoading }] = useVipReceiveMutation()
  useEverySecond()
  // An answer names only a time to come (`api/src/wire/vip.rs`): one that has passed is of an old answer.
  const next = tier.next_claim_at
  const passed = !tier.can_receive && next !== null && next <= serverNow()
  useRefetchOncePassed(passed, useVipInfoQuery(undefined, oncePassed(passed)).refetch)
  const state = claimOf(tier, serverNow())
  const ready = state === 'open'

  const claim = async () => {
    const result = await receive({ vip_id: tier.vip_id })
    if (result.error) {
      toastError(result.error)
      return
    }
    haptic('success')
    toast(
      t('claim.done', { coins: formatAmount(result.data.coins, 'coin'), diamonds: result.data.diamonds }),
      'good',
    )
  }

  return (
    <Card className={css.card}>
      <div className={css.head}>
        <Emblem tier={tier.vip_id} />
        <div>
          <h2>{tier.name}</h2>
          {tier.expires_at !== null && (
            <p className={css.text}>{t('until', { time: formatTime(tier.expires_at) })}</p>
          )}
          <p className={css.text}>{t('claim.left', { done: tier.claimed_today, total: tier.daily_count })}</p>
        </div>
      </div>
      <div className={css.prize}>
        <Amount asset="coin" value={tier.coins} label={common('asset.coin')} />
        {tier.diamonds > 0 && (
          <Amount asset="diamond" value={tier.diamonds} label={common('asset.diamond')} />
        )}
      </div>
      <Button
        wide
        size="l"
        icon={state === 'used' ? 'check' : 'gift'}
        disabled={!ready}
        busy={isLoading}
        onClick={() => void claim()}
      >
        {state === 'used' ? t('claim.claimed') : t('claim.do')}
      </Button>
      <Why tier={tier} state={state} />
    </Card>
  )
}

function Why({ tier, state }: { tier: Vip; state: ReturnType<typeof claimOf> }) {
  const { t } = useTranslation('vip')
  if (state === 'pause') {
    const time = formatSpan((tier.next_claim_at ?? 0) - serverNow())
    return <p className={css.why}>{t('claim.pause', { time })}</p>
  }
  if (state === 'used') return <p className={css.why}>{t('claim.used')}</p>
  return (
    <p className={css.why}>
      {t(state === 'floor' ? 'claim.floor' : 'claim.rule', { floor: formatAmount(tier.floor, 'coin') })}
    </p>
  )
}
