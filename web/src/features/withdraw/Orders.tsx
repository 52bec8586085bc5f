// Withdrawals so far, newest first; each leads to its way.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import type { Wd } from '../../api/endpoints.gen.ts'
import { refetchAfterS } from '../../api/refetch.ts'
import { formatTime } from '../../i18n/time.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { PagesState } from '../../ui/QueryState.tsx'
import { Empty } from '../../ui/states.tsx'
import { useWithdrawListPagesInfiniteQuery } from './api.ts'
import css from './Withdraw.module.css'

/** The list below the overview. */
export function Orders() {
  const { t } = useTranslation('withdraw')
  return (
    <section className={css.orders} aria-labelledby="orders">
      <h2 id="orders">{t('orders.title')}</h2>
      <Lines />
    </section>
  )
}

function Lines() {
  const { t } = useTranslation('withdraw')
  const query = useWithdrawListPagesInfiniteQuery(undefined, { refetchOnMountOrArgChange: refetchAfterS })
  return (
    <PagesState
      query={query}
      heights={[1.2, 1.2]}
      empty={<Empty icon="wallet" title={t('orders.empty')} text={t('orders.emptyText')} />}
    >
      {(orders) => (
        <ul className={css.list}>
          {orders.map((order) => (
            <Order key={order.withdraw_id} order={order} />
          ))}
        </ul>
      )}
    </PagesState>
  )
}

function Order({ order }: { order: Wd }) {
  const { t } = useTranslation()
  return (
    <li>
      <Link className={css.order} to={`/withdraw/detail/${order.withdraw_id}`}>
        <span className={css.words}>
          <Amount asset="usdt" value={order.amount} label={t('asset.usdt')} />
          <small>{formatTime(order.created_at)}</small>
        </span>
        <Label label={order.label} />
        <Icon name="chevron" className={css.chevron} />
      </Link>
    </li>
  )
}

const marks: Readonly<Record<Wd['label'], IconName>> = {
  Review: 'clock',
  Pending: 'refresh',
  Completed: 'check',
  Failure: 'close',
}

/** The newer status (domain §10.4), shown by words and a mark and not by colour alone. */
export function Label({ label }: { label: Wd['label'] }) {
  const { t } = useTranslation('withdraw')
  return (
    <span className={css.label} data-label={label}>
      <Icon name={marks[label]} />
      {t(`label.${label}`)}
    </span>
  )
}
