// Pays an order from the player's own wallet over TON Connect: choose a wallet, connect, confirm there. What the
// wallet says changes no balance; the chain does. Loaded when a player wants it, since the protocol's library comes
// along.
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Order } from '../../api/endpoints.gen.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { formatAmount } from '../../shared/money.ts'
import { Skeleton } from '../../ui/states.tsx'
import { disconnect, openWallet, shownAddress, useConnection } from './connector.ts'
import { useWalletPayment } from './useWalletPayment.ts'
import { useWallets, WalletChoice } from './WalletChoice.tsx'
import type { Wallet } from './wallets.ts'
import css from './ConnectPay.module.css'

/** Everything from the choice of a wallet to its signature. */
export default function ConnectPay({ order }: { order: Order }) {
  const { t } = useTranslation('coupon')
  const list = useWallets()
  const connection = useConnection()
  if (!list) return <Skeleton heights={[1.2, 1.2]} />
  const wallet =
    connection &&
    (list.find(({ appName }) => appName === connection.device.appName) ?? {
      name: connection.device.appName,
      appName: '',
      remote: null,
      jsBridgeKey: null,
    })
  return wallet ? (
    <Connected order={order} wallet={wallet} account={shownAddress(connection)} />
  ) : (
    <WalletChoice list={list} text={t('connect.text')} />
  )
}

function Connected({ order, wallet, account }: { order: Order; wallet: Wallet; account: string }) {
  const { t } = useTranslation('coupon')
  const { name } = wallet
  const { phase, failure, pay, stop, submitSigned } = useWalletPayment(order, wallet)
  return (
    <section className={css.wallets} aria-labelledby="wallet-connected">
      <h3 id="wallet-connected">{t('connect.connected', { name })}</h3>
      <p className={css.account}>
        <span className={css.letter} aria-hidden>
          {name.slice(0, 1)}
        </span>
        <code>{`${account.slice(0, 6)}…${account.slice(-6)}`}</code>
      </p>
      {phase === 'idle' && (
        <Button wide size="l" icon="wallet" onClick={() => void pay()}>
          {t('connect.pay', { amount: formatAmount(order.amount, 'usdt') })}
        </Button>
      )}
      {phase === 'asking' && (
        <>
          <Button wide size="l" icon="wallet" busy>
            {t('connect.confirm', { name })}
          </Button>
          {wallet.remote && (
            <Button wide look="secondary" onClick={() => openWallet(wallet)}>
              {t('connect.open', { name })}
            </Button>
          )}
          <Button look="plain" onClick={stop}>
            {t('connect.stop')}
          </Button>
        </>
      )}
      {phase === 'signed' && (
        <Button wide size="l" icon="refresh" onClick={() => void submitSigned()}>
          {t('connect.submit')}
        </Button>
      )}
      {phase === 'submitting' && (
        <Button wide size="l" icon="refresh" busy>
          {t('connect.submit')}
        </Button>
      )}
      {failure && (
        <p className={css.status} role="status">
          <Icon name="info" />
          {t(`connect.${failure}`)}
        </p>
      )}
      {phase === 'idle' && (
        <Button look="plain" onClick={() => void disconnect()}>
          {t('connect.leave')}
        </Button>
      )}
    </section>
  )
}
