// The balances of every screen, from the answer with the highest version. A tap opens the history.
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { drawsBackButton } from '../platform/messenger.ts'
import { useAssets } from '../state/hooks.ts'
import { Amount } from '../ui/Amount.tsx'
import { Icon } from '../ui/Icon.tsx'
import css from './BalanceBar.module.css'

const shown = ['coin', 'diamond', 'gusd', 'usdt'] as const

/** Coins, diamonds, gusd and USDT; with a way back where the messenger draws none. */
export function BalanceBar({ back }: { back: (() => void) | null }) {
  const { t } = useTranslation()
  const assets = useAssets()
  return (
    <header className={css.bar}>
      {back && !drawsBackButton() && (
        <button type="button" className={css.back} onClick={back} aria-label={t('back')}>
          <Icon name="back" />
        </button>
      )}
      <Link className={css.balances} to="/wallet/history" aria-busy={assets === null}>
        <span className="visually-hidden">{t('balance.label')}</span>
        {shown.map((asset) =>
          assets ? (
            <Amount
              key={asset}
              className={css.amount}
              asset={asset}
              value={assets[asset]}
              label={t(`asset.${asset}`)}
              compact
            />
          ) : (
            <span key={asset} className={css.blank} />
          ),
        )}
      </Link>
    </header>
  )
}
