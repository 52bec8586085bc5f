// An order under way: how much, how far, and how long it waits.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '../../api/clock.ts'
import type { Order } from '../../api/endpoints.gen.ts'
import { formatSpan } from '../../i18n/time.ts'
import { useEverySecond } from '../../state/useEverySecond.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { labelOf } from './order.ts'
import { StateMark } from './StateMark.tsx'
import css from './OrderCard.module.css'

/** The whole card opens the order. */
export function OrderCard({ order, onOpen }: { order: Order; onOpen: () => void }) {
  const { t } = useTranslation('coupon')
  const { t: common } = useTranslation()
  return (
    <button type="button" className={css.card} onClick={onOpen}>
      <span className={css.words}>
        <Amount asset="usdt" value={order.amount} label={common('asset.usdt')} />
        {labelOf(order) === 'waiting' && order.pay ? (
          <TimeLeft until={order.pay.valid_until} />
        ) : (
          <span className={css.small}>{t('order.chain')}</span>
        )}
      </span>
      <StateMark label={labelOf(order)} />
      <Icon name="chevron" />
    </button>
  )
}

/** Counts down to the end of the order, in the server's time. */
export function TimeLeft({ until }: { until: number }) {
  const { t } = useTranslation('coupon')
  useEverySecond()
  const leftMs = until - serverNow()
  return (
    <span className={css.small}>
      {leftMs > 0 ? t('order.left', { time: formatSpan(leftMs) }) : t('order.over')}
    </span>
  )
}
