// How far an order is: paid, seen on the chain, credited.
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Order } from '../../api/endpoints.gen.ts'
import css from './Progress.module.css'

const steps = ['pay', 'chain', 'credit'] as const
const reached: Readonly<Record<Order['state'], number>> = {
  created: 0,
  submitted: 1,
  loading: 1,
  success: 3,
  fail: 0,
}

/** Three steps; a failed order stands still. */
export function Progress({ order }: { order: Order }) {
  const { t } = useTranslation('coupon')
  const at = reached[order.state]
  return (
    <ol className={css.steps} data-fail={order.state === 'fail'}>
      {steps.map((step, index) => (
        <li
          key={step}
          data-at={index < at ? 'done' : index === at ? 'now' : 'next'}
          aria-current={index === at ? 'step' : undefined}
        >
          {t(`step.${step}`)}
        </li>
      ))}
    </ol>
  )
}
