// One order: what to pay, where to and with which comment, how far it is, and how it ended.
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { api } from '../../api/api.ts'
import { creditTags } from '../../api/tags.ts'
import { useTopupCancelMutation, useTopupStatusQuery } from './api.ts'
import type { Order, OrderPay } from '../../api/endpoints.gen.ts'
import { formatTime } from '../../i18n/time.ts'
import { haptic } from '../../platform/messenger.ts'
import { useAppDispatch, usePace } from '../../state/hooks.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { copy } from '../../ui/clipboard.ts'
import { Icon } from '../../ui/Icon.tsx'
import { formatAmount } from '../../shared/money.ts'
import { Row, Rows } from '../../ui/Page.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { TimeLeft } from './OrderCard.tsx'
import { deniedCode, isFinal, labelOf, lookEveryMs, reasonOf } from './order.ts'
import { hasConnection, signedFor } from './kept.ts'
import { Progress } from './Progress.tsx'
import css from './OrderSheet.module.css'

/** Brings the wallets' protocol along: only who wants to connect loads it. */
const ConnectPay = lazy(() => import('./ConnectPay.tsx'))

type Props = {
  order: Order | null
  /** Back to the purchase that the coupons now suffice for. */
  onGoOn?: (() => void) | null
  onClose: () => void
}

/** Open while there is an order; looks at it until it is final. */
export function OrderSheet({ order, onGoOn = null, onClose }: Props) {
  const { t } = useTranslation('coupon')
  return (
    <Sheet open={order !== null} title={t('order.title')} onClose={onClose}>
      {order !== null && <Watched first={order} onGoOn={onGoOn} onClose={onClose} />}
    </Sheet>
  )
}

function Watched({ first, onGoOn, onClose }: Required<Omit<Props, 'order'>> & { first: Order }) {
  const { t } = useTranslation('coupon')
  const [done, setDone] = useState(isFinal(first))
  const { data } = useTopupStatusQuery(
    { order_no: first.order_no },
    { skip: done, pollingInterval: usePace(lookEveryMs), skipPollingIfUnfocused: true },
  )
  const order = data?.order ?? first
  const label = labelOf(order)
  useEnding(order, first, () => setDone(true))
  return (
    <div className={css.order}>
      <p className={css.sum}>
        <Amount asset="usdt" value={order.amount} />
      </p>
      <Progress order={order} />
      {label === 'waiting' && order.pay && <WalletPay order={order} />}
      {label === 'waiting' && order.pay && <Pay pay={order.pay} amount={order.amount} />}
      {label === 'waiting' && !order.pay && <p className={css.text}>{t('order.noAccount')}</p>}
      {label === 'loading' && (
        <p className={css.text}>
          {t(order.state === 'submitted' ? 'order.signedText' : 'order.loadingText')}
        </p>
      )}
      {label === 'fail' && (
        <p className={css.fail}>
          {t(`reason.${reasonOf(order)}`)} {t('order.late')}
        </p>
      )}
      <Rows>
        {order.credited !== null && (
          <Row label={t('order.credited')}>
            <Amount asset="coupon" value={order.credited} signed toned />
          </Row>
        )}
        <Row label={t('order.made')}>{formatTime(order.created_at)}</Row>
        <Row label={t('order.number')}>
          <span className={css.code}>{order.order_no}</span>
        </Row>
        {order.tx !== null && (
          <Row label={t('order.tx')}>
            <span className={css.code}>{order.tx}</span>
          </Row>
        )}
      </Rows>
      {order.tx !== null && (
        <Button look="secondary" wide icon="copy" onClick={() => void copy(order.tx ?? '')}>
          {t('order.copyTx')}
        </Button>
      )}
      {order.state === 'created' ? (
        <Cancel order={order} onClose={onClose} />
      ) : order.state === 'success' && onGoOn !== null ? (
        <Button wide size="l" onClick={onGoOn}>
          {t('purchase.goOn')}
        </Button>
      ) : (
        <Button look="secondary" wide onClick={onClose}>
          {t('order.done')}
        </Button>
      )}
    </div>
  )
}

/** Reports the end once, and reloads everything that it changed. */
function useEnding(order: Order, first: Order, onDone: () => void): void {
  const { t } = useTranslation('coupon')
  const dispatch = useAppDispatch()
  const ended = isFinal(order) && !isFinal(first)
  const { state, credited } = order
  useEffect(() => {
    if (!ended) return
    dispatch(api.util.invalidateTags([...creditTags, 'Coupon', 'Orders']))
    if (state === 'success') {
      haptic('success')
      toast(t('order.success', { amount: formatAmount(credited ?? '0', 'coupon') }), 'good')
    }
    onDone()
    // Once for each end; the callback is made anew at each drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ended, state, credited])
}

/** The player's own wallet; who connected one before a reload goes on at once. */
function WalletPay({ order }: { order: Order }) {
  const { t } = useTranslation('coupon')
  const [wanted, setWanted] = useState(() => hasConnection() || signedFor(order.order_no) !== null)
  if (!wanted)
    return (
      <Button wide size="l" icon="wallet" onClick={() => setWanted(true)}>
        {t('connect.do')}
      </Button>
    )
  return (
    <Suspense fallback={<Skeleton heights={[1.2, 1.2]} />}>
      <ConnectPay order={order} />
    </Suspense>
  )
}

function Pay({ pay, amount }: { pay: OrderPay; amount: string }) {
  const { t } = useTranslation('coupon')
  return (
    <div className={css.pay}>
      <p className={css.or}>{t('pay.or')}</p>
      <ol className={css.how}>
        <li>{t('pay.send', { amount: formatAmount(amount, 'usdt') })}</li>
        <li>{t('pay.comment')}</li>
        <li>{t('pay.wait')}</li>
      </ol>
      <Copied label={t('pay.to')} value={pay.to} />
      <Copied label={t('pay.amount')} value={formatAmount(amount, 'usdt').replaceAll(',', '')} />
      <Copied label={t('pay.commentLabel')} value={pay.comment} strong />
      <p className={css.warn}>
        <Icon name="alert" />
        {t('pay.only', { master: short(pay.jetton_master) })}
      </p>
      <p className={css.text}>
        <Icon name="clock" /> <TimeLeft until={pay.valid_until} />
      </p>
    </div>
  )
}

function Copied({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={css.copied} data-strong={strong} onClick={() => void copy(value)}>
      <span>
        <small>
          <span className="visually-hidden">{t('copy')}: </span>
          {label}
        </small>
        <span className={css.code}>{value}</span>
      </span>
      <Icon name="copy" />
    </button>
  )
}

function Cancel({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('coupon')
  const [cancel, { isLoading }] = useTopupCancelMutation()
  const give = async () => {
    const result = await cancel({ order_no: order.order_no, code: deniedCode })
    if (result.error) return toastError(result.error)
    toast(t('order.cancelled'))
    return onClose()
  }
  return (
    <Button look="danger" wide busy={isLoading} onClick={() => void give()}>
      {t('order.cancel')}
    </Button>
  )
}

/** The ends of a long address; in full it stands in a wallet. */
function short(address: string): string {
  return address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address
}
