// A new top-up: how much, then the order with its payment instructions. Limits and bounds are the server's.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useTopupCreateMutation } from './api.ts'
import type { CouponInfoData, Order } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { AmountField } from '../../ui/AmountField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { formatAmount, fromMinor, toMinor } from '../../shared/money.ts'
import { Card } from '../../ui/Page.tsx'
import { toastError } from '../../ui/toast.tsx'
import css from './TopUpForm.module.css'

/** Amounts of one tap (web §5). */
const usual = ['1', '5', '10', '50'] as const

type Props = {
  info: CouponInfoData
  /** What a purchase still needs: the amount to begin with. */
  missing: string | null
  onOrder: (order: Order) => void
}

/** `onOrder` gets the order that was made. */
export function TopUpForm({ info, missing, onOrder }: Props) {
  const { t } = useTranslation('coupon')
  const [amount, setAmount] = useState(missing === null ? '5' : amountFor(missing, info))
  const [create, { isLoading }] = useTopupCreateMutation()
  const fault = faultOf(amount, info)
  const channel = info.channels.find((name) => name === 'ton_usdt') ?? info.channels[0] ?? ''

  const order = async () => {
    const result = await create({ channel, amount })
    if (result.error) {
      haptic('error')
      return toastError(result.error)
    }
    haptic('success')
    return onOrder(result.data.order)
  }

  return (
    <Card className={css.card}>
      <div>
        <h2>{t('topUp.title')}</h2>
        <p className={css.text}>{t('topUp.text')}</p>
      </div>
      <Chips
        label={t('topUp.amounts')}
        value={amount}
        options={usual.map((value) => ({
          value: value as string,
          label: formatAmount(value, 'usdt').replace(/\.00$/, ''),
        }))}
        onChange={setAmount}
      />
      <AmountField
        label={t('topUp.amount')}
        asset="usdt"
        value={amount}
        onChange={setAmount}
        fault={
          amount === '' || fault === null
            ? undefined
            : t(`topUp.${fault}`, {
                min: formatAmount(info.min, 'usdt'),
                max: formatAmount(info.max, 'usdt'),
              })
        }
        hint={t('topUp.hint', { min: formatAmount(info.min, 'usdt'), max: formatAmount(info.max, 'usdt') })}
      />
      <DepositLeft info={info} />
      <Button
        size="l"
        wide
        icon="plus"
        disabled={amount === '' || fault !== null}
        busy={isLoading}
        onClick={() => void order()}
      >
        {t('topUp.do', { amount: formatAmount(amount || '0', 'usdt') })}
      </Button>
    </Card>
  )
}

/** What the player's own deposit limits leave; nothing where none is set. */
function DepositLeft({ info }: { info: CouponInfoData }) {
  const { t } = useTranslation('coupon')
  const left = (['day', 'week', 'month'] as const).filter((span) => info.deposit_left[span] !== null)
  if (left.length === 0) return null
  return (
    <ul className={css.left}>
      {left.map((span) => (
        <li key={span}>
          {t(`depositLeft.${span}`, { amount: formatAmount(info.deposit_left[span] ?? '0', 'usdt') })}
        </li>
      ))}
    </ul>
  )
}

/** The smallest top-up that covers what is missing, in whole cents. */
function amountFor(missing: string, info: CouponInfoData): string {
  const cent = 10_000n
  const cents = ((toMinor(missing, 6) ?? 0n) + cent - 1n) / cent
  const exact = fromMinor(cents, 2).replace(/\.00$/, '')
  return faultOf(exact, info) === 'low' ? info.min.replace(/\.?0+$/, '') : exact
}

function faultOf(amount: string, info: CouponInfoData): 'low' | 'high' | null {
  const minor = toMinor(amount, 6) ?? 0n
  if (minor < (toMinor(info.min, 6) ?? 0n)) return 'low'
  return minor > (toMinor(info.max, 6) ?? 0n) ? 'high' : null
}
