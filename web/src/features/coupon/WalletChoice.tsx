// The choice of a wallet and the way to it: on this device, by a code for another one, or in this browser.
import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { haptic } from '../../platform/messenger.ts'
import { openLink } from '../../platform/share.ts'
import type { Store } from '../../state/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { QrCode } from '../../shared/QrCode.tsx'
import { connect, isHere, onRefused, restore } from './connector.ts'
import { hasConnection, keepOpenedHere } from './kept.ts'
import { wallets, type Wallet } from './wallets.ts'
import css from './ConnectPay.module.css'

type Failure = 'refused' | 'unreached' | null

/** The wallets that can be reached from here; null until a connection of before the reload is back. */
export function useWallets(): readonly Wallet[] | null {
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

type ChoiceProps = {
  list: readonly Wallet[]
  /** What connecting is for. */
  text: string
  /** Also asks the wallet to sign this. */
  payload?: string
}

/** The wallets to choose from, and then the chosen one that waits for the player's consent. */
export function WalletChoice({ list, text, payload }: ChoiceProps) {
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
  const choose = async (wallet: Wallet) => {
    haptic('light')
    setFailure(null)
    keepOpenedHere(false)
    const link = await connect(wallet, payload)
    setAsked(link === null ? null : { wallet, link })
  }
  if (asked) return <Asked {...asked} onBack={() => setAsked(null)} />
  return (
    <section className={css.wallets} aria-labelledby="choose-wallet">
      <h3 id="choose-wallet">{t('connect.choose')}</h3>
      <ul className={css.list}>
        {list.map((wallet) => (
          <li key={wallet.appName}>
            <button type="button" className={css.choice} onClick={() => void choose(wallet)}>
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
      <p className={css.text}>{text}</p>
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
