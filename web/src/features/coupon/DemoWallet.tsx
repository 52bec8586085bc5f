// Development only: a wallet on the local chain that pays the order as a player's own wallet would.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { Button } from '../../ui/Button.tsx'
import { formatAmount, fromMinor, toMinor } from '../../ui/money.ts'
import { Row, Rows } from '../../ui/Page.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { useDemoWalletInfoQuery, useDemoWalletPayMutation } from './demoApi.ts'
import css from './DemoWallet.module.css'

/** A new wallet is filled on the chain, which takes some blocks. */
const lookEveryMs = 2_000

/** Drawn where the server has such a wallet. */
export default function DemoWallet({ order }: { order: Order }) {
  const { t } = useTranslation('coupon')
  const [looking, setLooking] = useState(true)
  const { data, isError } = useDemoWalletInfoQuery(undefined, { pollingInterval: looking ? lookEveryMs : 0 })
  const enough = (toMinor(data?.usdt ?? '0', 6) ?? 0n) >= (toMinor(order.amount, 6) ?? 0n)
  const wanted = !enough && !isError
  if (wanted !== looking) setLooking(wanted)
  const [pay, { isLoading }] = useDemoWalletPayMutation()
  if (!data) return null
  const send = async () => {
    const result = await pay({ order_no: order.order_no, amount: order.amount })
    if (result.error) {
      haptic('error')
      return toastError(result.error)
    }
    haptic('success')
    return toast(t('demo.sent'), 'good')
  }
  return (
    <section className={css.wallet} aria-labelledby="demo-wallet">
      <h3 id="demo-wallet">{t('demo.title')}</h3>
      <p className={css.text}>{t(enough ? 'demo.text' : 'demo.filling')}</p>
      <Rows>
        <Row label="USDT">{formatAmount(data.usdt, 'usdt')}</Row>
        <Row label="TON">{fromMinor(BigInt(data.ton), 9).replace(/\.?0+$/, '')}</Row>
        <Row label={t('pay.to')}><code className={css.code}>{data.address}</code></Row>
      </Rows>
      <Button wide icon="wallet" busy={isLoading} disabled={!enough} onClick={() => void send()}>{t('demo.pay', { amount: formatAmount(order.amount, 'usdt') })}</Button>
    </section>
  )
}
