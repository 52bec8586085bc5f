// Pays an order in a wallet: it opens with everything filled in. What was sent there is seen on the chain, not here.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderPay } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { openLink } from '../../platform/share.ts'
import { Button } from '../../ui/Button.tsx'
import { payLink, wallets, type Wallet } from './wallets.ts'
import css from './PayWallets.module.css'

/** One button a wallet; nothing while there is no list, the details below it are enough. */
export function PayWallets({ pay, amount }: { pay: OrderPay; amount: string }) {
  const { t } = useTranslation('coupon')
  const [list, setList] = useState<readonly Wallet[]>([])
  useEffect(() => {
    let left = false
    void wallets().then((found) => (left ? undefined : setList(found)))
    return () => void (left = true)
  }, [])
  if (list.length === 0) return null
  const open = (wallet: Wallet) => {
    haptic('light')
    openLink(payLink(wallet, pay, amount))
  }
  return (
    <section className={css.wallets} aria-labelledby="wallets">
      <h3 id="wallets">{t('wallet.title')}</h3>
      <div className={css.list}>
        {list.map((wallet) => <Button key={wallet.name} look="secondary" className={css.wallet} onClick={() => open(wallet)}>{wallet.name}</Button>)}
      </div>
      <p className={css.or}>{t('wallet.or')}</p>
    </section>
  )
}
