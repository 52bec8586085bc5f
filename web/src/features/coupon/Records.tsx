// Records: every movement of coupons, and every top-up order with its state.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { useShopListQuery, useVipInfoQuery } from '../../api/shared.ts'
import type { CouponRecord, Order } from '../../api/endpoints.gen.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Chips } from '../../ui/Chips.tsx'
import type { IconName } from '../../ui/Icon.tsx'
import { DayList, Line } from '../../ui/Lines.tsx'
import { PagesState } from '../../ui/QueryState.tsx'
import { Empty } from '../../ui/states.tsx'
import { useCouponRecordsPagesInfiniteQuery, useTopupRecordsPagesInfiniteQuery } from './api.ts'
import { labelOf } from './order.ts'
import { OrderSheet } from './OrderSheet.tsx'
import { StateMark } from './StateMark.tsx'

type Kind = CouponRecord['kind']
const icons: Readonly<Record<Kind, IconName>> = {
  topup: 'plus',
  from_usdt: 'usdt',
  shop: 'gift',
  vip: 'shield',
  refund: 'refresh',
  refund_back: 'refresh',
}

/** Both lists behind one choice. */
export function Records() {
  const { t } = useTranslation('coupon')
  const [list, setList] = useState<'coupons' | 'orders'>('coupons')
  const options = (['coupons', 'orders'] as const).map((value) => ({ value, label: t(`records.${value}`) }))
  return (
    <>
      <Chips label={t('records.filter')} value={list} options={options} onChange={setList} />
      {list === 'coupons' ? <CouponLines /> : <OrderLines />}
    </>
  )
}

function CouponLines() {
  const { t } = useTranslation('coupon')
  const { t: common } = useTranslation()
  const about = useAbout()
  const query = useCouponRecordsPagesInfiniteQuery()
  return (
    <PagesState
      query={query}
      heights={[0.4, 1.2, 1.2, 1.2, 1.2]}
      empty={
        <Empty icon="coupon" title={t('records.empty')} text={t('records.emptyText')}>
          <Link to="/pay/coupon">{t('records.emptyLink')}</Link>
        </Empty>
      }
    >
      {(lines) => (
        <DayList lines={lines} at={(line) => line.at} id={(line) => line.id}>
          {(line) => (
            <Line
              icon={icons[line.kind] ?? 'coupon'}
              at={line.at}
              tone={line.amount.startsWith('-') ? 'plain' : 'in'}
              title={t(`kind.${line.kind}`)}
              amount={
                <Amount
                  asset={line.asset}
                  value={line.amount}
                  label={common(`asset.${line.asset}`)}
                  signed
                  toned
                />
              }
              note={about(line)}
            />
          )}
        </DayList>
      )}
    </PagesState>
  )
}

/** What a line is about in words: an item by its name while it is on sale, a tier, an order's number. */
function useAbout(): (line: CouponRecord) => string {
  const { data: shop } = useShopListQuery()
  const { data: vip } = useVipInfoQuery()
  return ({ kind, ref }) => {
    switch (kind) {
      case 'shop':
        return shop?.list.find((item) => item.item_id === ref)?.title ?? ''
      case 'vip':
        return vip?.list.find((tier) => String(tier.vip_id) === ref)?.name ?? ''
      case 'topup':
      case 'refund':
      case 'refund_back':
        return ref
      case 'from_usdt':
        return ''
    }
  }
}

function OrderLines() {
  const { t } = useTranslation('coupon')
  const { t: common } = useTranslation()
  const [shown, setShown] = useState<Order | null>(null)
  const query = useTopupRecordsPagesInfiniteQuery()
  return (
    <>
      <PagesState
        query={query}
        heights={[0.4, 1.2, 1.2, 1.2, 1.2]}
        empty={
          <Empty icon="history" title={t('records.noOrders')} text={t('records.noOrdersText')}>
            <Link to="/pay/coupon">{t('records.emptyLink')}</Link>
          </Empty>
        }
      >
        {(orders) => (
          <DayList lines={orders} at={(order) => order.created_at} id={(order) => order.order_no}>
            {(order) => (
              <Line
                icon="plus"
                at={order.created_at}
                tone={order.state === 'success' ? 'in' : 'plain'}
                title={t(`channel.${order.channel === 'stars' ? 'stars' : 'ton_usdt'}`)}
                amount={
                  <Amount asset="usdt" value={order.credited ?? order.amount} label={common('asset.usdt')} />
                }
                below={<StateMark label={labelOf(order)} />}
                onOpen={() => setShown(order)}
              />
            )}
          </DayList>
        )}
      </PagesState>
      <OrderSheet key={shown?.order_no} order={shown} onClose={() => setShown(null)} />
    </>
  )
}
