// Coupons: what there is, orders under way, and a new top-up (domain §3.5). Where no money is taken the way in is not
// drawn.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/api.ts'
import { useCouponInfoQuery } from './api.ts'
import type { CouponInfoData, Order } from '../../api/endpoints.gen.ts'
import { useAppDispatch, useAssets, usePace, useUser } from '../../state/hooks.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { lookEveryMs } from './order.ts'
import { OrderCard } from './OrderCard.tsx'
import { OrderSheet } from './OrderSheet.tsx'
import { TopUpForm } from './TopUpForm.tsx'
import css from './Coupons.module.css'

/** Balance, open orders, top-up. */
export function Coupons() {
  const [underWay, setUnderWay] = useState(false)
  const pace = usePace(lookEveryMs)
  const query = useCouponInfoQuery(undefined, {
    pollingInterval: underWay ? pace : 0,
    skipPollingIfUnfocused: true,
  })
  const open = (query.data?.open.length ?? 0) > 0
  if (open !== underWay) setUnderWay(open)
  return (
    <QueryState query={query} heights={[3, 7.6]}>
      {(data) => <Loaded info={data} />}
    </QueryState>
  )
}

function Loaded({ info }: { info: CouponInfoData }) {
  const { t } = useTranslation('coupon')
  const mode = useUser()?.region_mode ?? 'real'
  const real = mode === 'real'
  const [shown, setShown] = useState<Order | null>(null)
  const closed = !real || info.channels.length === 0
  return (
    <>
      <Balance coupon={info.coupon} />
      {info.open.length > 0 && (
        <section className={css.open} aria-label={t('open')}>
          {info.open.map((order) => (
            <OrderCard key={order.order_no} order={order} onOpen={() => setShown(order)} />
          ))}
        </section>
      )}
      {closed ? (
        <Card className={css.closed}>
          <Icon name="lock" />
          <p>{t(real ? 'paused' : 'region')}</p>
        </Card>
      ) : (
        <TopUpForm info={info} onOrder={setShown} />
      )}
      <OrderSheet key={shown?.order_no} order={shown} onClose={() => setShown(null)} />
    </>
  )
}

function Balance({ coupon }: { coupon: string }) {
  const { t } = useTranslation('coupon')
  const { t: common } = useTranslation()
  const dispatch = useAppDispatch()
  const assets = useAssets()
  const known = assets?.coupon
  const shown = known ?? coupon
  // A payment was credited while nobody looked at its order: the balances are asked for again.
  useEffect(() => {
    if (known !== undefined && known !== coupon) dispatch(api.util.invalidateTags(['Player', 'History']))
    // Only news of the coupons counts; balances that changed first bring them along.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [coupon])
  return (
    <Card className={css.balance}>
      <h2>{t('balance')}</h2>
      <Amount
        className={shown.length > 13 ? css.long : css.sum}
        asset="coupon"
        value={shown}
        label={common('asset.coupon')}
      />
      <p>{t('oneWay')}</p>
    </Card>
  )
}
