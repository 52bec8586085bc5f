// Pays an order from the player's own wallet over TON Connect: choose a wallet, connect, confirm there. What the
// wallet says changes no balance; the chain does. Loaded when a player wants it, since the protocol's library comes
// along.
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useStore } from 'react-redux'
import type { Order } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { openLink } from '../../platform/share.ts'
import type { Store } from '../../state/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { formatAmount } from '../../shared/money.ts'
import { QrCode } from '../../shared/QrCode.tsx'
import { Skeleton } from '../../ui/states.tsx'
import {
  connect,
  disconnect,
  isHere,
  onRefused,
  openWallet,
  restore,
  shownAddress,
  useConnection,
} from './connector.ts'
import { hasConnection, keepOpenedHere } from './kept.ts'
import { useWalletPayment } from './useWalletPayment.ts'
import { wallets, type Wallet } from './wallets.ts'
import css from './ConnectPay.module.css'

type Failure = 'refused' | 'unreached' | null

/** Everything from the choice of a wallet to its signature. */
export default function ConnectPay({ order }: { order: Order }) {
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
    <Choice list={list} />
  )
}

/** The wallets that can be reached from here; null until a connection of before the reload is back. */
function useWallets(): readonly Wallet[] | null {
  const store = useStore() as Store
  const [list, setList] = useState<readonly Wallet[] | null>(null)
  useEffect(() => {
    let left = false
    const prepare = async () => {
      const [found, demo] = await Promise.all([wallets(), demoOf(store)])
      if (hasConnection()) await restore()
      if (!left) setList([...demo, ...found.filter((wallet) => wallet.remote !== null || isHere(wallet))])
    }
    void prepare()
    return () => void (left = true)
  }, [store])
  return list
}

/** Development only: the wallet of the local chain. */
async function demoOf(store: Store): Promise<readonly Wallet[]> {
  if (!__DEV_MESSENGER__) return []
  const { demoWallet, installDemoWallet } = await import('./demoWallet.ts')
  return (await installDemoWallet(store)) ? [demoWallet] : []
}

function Choice({ list }: { list: readonly Wallet[] }) {
  const { t } = useTranslation('coupon')
  const [asked, setAsked] = useState<{ wallet: Wallet; link: string } | null>(null)
  const [failure, setFailure] = useState<Failure>(null)
  useEffect(
    () =>
      onRefused((declined) => {
        setAsked(null)
        setFailure(declined ? 'refused' : 'unreached')
      }),
    [],
  )
  const choose = (wallet: Wallet) => {
    haptic('light')
    setFailure(null)
    keepOpenedHere(false)
    const link = connect(wallet)
    setAsked(link === null ? null : { wallet, link })
  }
  if (asked) return <Asked {...asked} onBack={() => setAsked(null)} />
  return (
    <section className={css.wallets} aria-labelledby="choose-wallet">
      <h3 id="choose-wallet">{t('connect.choose')}</h3>
      <ul className={css.list}>
        {list.map((wallet) => (
          <li key={wallet.appName}>
            <button type="button" className={css.choice} onClick={() => choose(wallet)}>
              <span className={css.letter} aria-hidden>
                {wallet.name.slice(0, 1)}
              </span>
              {wallet.name}
              <Icon name="chevron" />
            </button>
          </li>
        ))}
      </ul>
      {list.length === 0 && <p className={css.text}>{t('connect.none')}</p>}
      {failure && (
        <p className={css.status} role="status">
          <Icon name="info" />
          {t(`connect.${failure}`)}
        </p>
      )}
      <p className={css.text}>{t('connect.text')}</p>
    </section>
  )
}

/** A wallet was asked to connect: it opens on this device, or its camera reads the code. */
function Asked({ wallet, link, onBack }: { wallet: Wallet; link: string; onBack: () => void }) {
  const { t } = useTranslation('coupon')
  const { name } = wallet
  const open = () => {
    keepOpenedHere(true)
    openLink(link)
  }
  return (
    <section className={css.wallets} aria-labelledby="wallet-asked">
      <h3 id="wallet-asked">{t('connect.with', { name })}</h3>
      <Button wide icon="wallet" onClick={open}>
        {t('connect.open', { name })}
      </Button>
      <p className={css.text}>{t('connect.scan', { name })}</p>
      <QrCode className={css.code} correction="L" text={link} label={t('connect.code', { name })} />
      <p className={css.status} role="status">
        <Icon name="clock" />
        {t('connect.waiting', { name })}
      </p>
      <Button look="plain" onClick={onBack}>
        {t('connect.other')}
      </Button>
    </section>
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
