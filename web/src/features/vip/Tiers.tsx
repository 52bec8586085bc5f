// VIP: the active tier with its claim, all tiers side by side, and what the chosen one gives.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearchParams } from 'react-router'
import { refetchAfterS } from '../../api/refetch.ts'
import { useVipInfoQuery } from '../../api/shared.ts'
import type { VipInfoData, Vip } from '../../api/endpoints.gen.ts'
import { formatShortDay } from '../../i18n/time.ts'
import { haptic } from '../../platform/messenger.ts'
import { useAssets } from '../../state/hooks.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { MainButton } from '../../ui/MainButton.tsx'
import { formatAmount } from '../../shared/money.ts'
import { QueryState } from '../../ui/QueryState.tsx'
import { Empty } from '../../ui/states.tsx'
import { TopUpSheet, type Short } from '../../ui/TopUpSheet.tsx'
import { ActivateSheet } from './ActivateSheet.tsx'
import { Claim } from './Claim.tsx'
import { Emblem } from './Emblem.tsx'
import { effectOf, standingOf } from './model.ts'
import { Rights } from './Rights.tsx'
import css from './Tiers.module.css'

/** The whole screen. */
export function Tiers() {
  const { t } = useTranslation('vip')
  const query = useVipInfoQuery(undefined, { refetchOnMountOrArgChange: refetchAfterS })
  return (
    <QueryState query={query} heights={[4.1, 9.5]}>
      {(data) => {
        if (data.list.length === 0)
          return <Empty icon="shield" title={t('empty.title')} text={t('empty.text')} />
        return <Shelf info={data} />
      }}
    </QueryState>
  )
}

function Shelf({ info }: { info: VipInfoData }) {
  const { t } = useTranslation('vip')
  const active = info.list.find((tier) => tier.active)
  const [query] = useSearchParams()
  const wanted = info.list.find(({ vip_id }) => String(vip_id) === query.get('tier'))
  const first = wanted ?? active ?? info.list[0]
  const [chosenId, setChosen] = useState(first?.vip_id ?? 0)
  const balance = useAssets()?.coupon ?? '0'
  const [buying, setBuying] = useState(wanted !== undefined)
  const [short, setShort] = useState<Short | null>(null)
  const chosen = info.list.find((tier) => tier.vip_id === chosenId) ?? first
  if (!chosen) return null
  return (
    <>
      {active && <Claim tier={active} />}
      <ul className={css.shelf} aria-label={t('tiers')}>
        {info.list.map((tier) => (
          <li key={tier.vip_id}>
            <TierCard
              tier={tier}
              chosen={tier.vip_id === chosen.vip_id}
              onChoose={() => setChosen(tier.vip_id)}
            />
          </li>
        ))}
      </ul>
      <Rights tier={chosen} />
      <p className={css.effect}>
        <Icon name="info" />
        {t(`effect.${effectOf(chosen, info)}`, {
          name: chosen.name,
          days: chosen.days,
          other: active?.name ?? '',
        })}
      </p>
      <MainButton onPress={() => setBuying(true)}>
        {t('activate', { price: formatAmount(chosen.price, 'coupon') })}
      </MainButton>
      <ActivateSheet
        tier={buying ? chosen : null}
        effect={effectOf(chosen, info)}
        other={active?.name ?? ''}
        onClose={() => setBuying(false)}
        onShort={(error) => {
          setBuying(false)
          setShort({ error, purchase: { price: chosen.price, back: `/pay/vip?tier=${chosen.vip_id}` } })
        }}
      />
      <TopUpSheet short={short} balance={balance} onClose={() => setShort(null)} />
    </>
  )
}

function TierCard({ tier, chosen, onChoose }: { tier: Vip; chosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation('vip')
  const standing = standingOf(tier)
  const choose = () => {
    haptic('select')
    onChoose()
  }
  return (
    <button type="button" className={css.tier} data-tier={tier.vip_id} aria-pressed={chosen} onClick={choose}>
      <Emblem tier={tier.vip_id} />
      <b>{tier.name}</b>
      <Amount asset="coupon" value={tier.price} />
      <small>
        {standing === 'none'
          ? t('days', { count: tier.days })
          : t(`standing.${standing}`, { day: formatShortDay(tier.expires_at ?? 0) })}
      </small>
    </button>
  )
}
