// Coupons: what there is, orders under way, and a new top-up (domain §3.5). Where no money is taken the way in is not
// drawn.
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { api } from '../../api/api.ts'
import { creditTags } from '../../api/tags.ts'
import { useCouponInfoQuery } from './api.ts'
import type { CouponInfoData, Order } from '../../api/endpoints.gen.ts'
import { useAppDispatch, useAssets, usePace, useUser } from '../../state/hooks.ts'
import { formatAmount, fromMinor, toMinor } from '../../shared/money.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/Page.tsx'
import { purchaseIn, type Purchase } from '../../ui/purchase.ts'
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
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const purchase = purchaseIn(query)
  const missing = missingOf(purchase, useAssets()?.coupon ?? info.coupon)
  const goOn =
    purchase !== null && missing === null ? () => void navigate(purchase.back, { replace: true }) : null
  const closed = !real || info.channels.length === 0
  return (
    <>
      <Balance coupon={info.coupon} watched={shown !== null} />
      {purchase !== null && <Waiting purchase={purchase} missing={missing} />}
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
        <TopUpForm info={info} missing={missing} onOrder={setShown} />
      )}
      <OrderSheet key={shown?.order_no} order={shown} onGoOn={goOn} onClose={() => setShown(null)} />
    </>
  )
}

/** The purchase that these coupons are for: how much is missing, then the way back to it. */
function Waiting({ purchase, missing }: { purchase: Purchase; missing: string | null }) {
  const { t } = useTranslation('coupon')
  return (
    <Card className={css.waiting}>
      {missing === null ? (
        <Link to={purchase.back} replace>
          {t('purchase.goOn')}
        </Link>
      ) : (
        <p>{t('purchase.missing', { amount: formatAmount(missing, 'coupon') })}</p>
      )}
    </Card>
  )
}

/** What is missing to a purchase; null when there is enough. */
function missingOf(purchase: Purchase | null, balance: string): string | null {
  const missing = (toMinor(purchase?.price ?? '0', 6) ?? 0n) - (toMinor(balance, 6) ?? 0n)
  return missing > 0n ? fromMinor(missing, 6) : null
}

function Balance({ coupon, watched }: { coupon: string; watched: boolean }) {
  const { t } = useTranslation('coupon')
  const { t: common } = useTranslation()
  const dispatch = useAppDispatch()
  const assets = useAssets()
  const known = assets?.coupon
  const shown = known ?? coupon
  // A payment was credited while nobody looked at its order: the balances are asked for again.
  useEffect(() => {
    if (!watched && known !== undefined && known !== coupon)
      dispatch(api.util.invalidateTags([...creditTags]))
    // Only news of the coupons counts; balances that changed first bring them along. The order's sheet asks by itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [coupon, watched])
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
