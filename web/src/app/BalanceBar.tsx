// The balances of every screen, from the answer with the highest version. A tap opens the history.
import { useTranslation } from '../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { drawsBackButton } from '../platform/messenger.ts'
import type { Asset } from '../api/endpoints.gen.ts'
import { isPositive } from '../shared/money.ts'
import { useAssets } from '../state/hooks.ts'
import { Amount } from '../ui/Amount.tsx'
import { Icon } from '../ui/Icon.tsx'
import css from './BalanceBar.module.css'

const shown = ['coin', 'diamond', 'gusd', 'usdt'] as const

/** What is held of an asset, below what can be spent of it. */
const held: Readonly<Partial<Record<(typeof shown)[number], 'gusd_bonus' | 'usdt_hold'>>> = {
  gusd: 'gusd_bonus',
  usdt: 'usdt_hold',
}

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
            <span key={asset} className={css.cell} data-balance={asset}>
              <Amount
                className={css.amount}
                asset={asset}
                value={assets[asset]}
                label={t(`asset.${asset}`)}
                compact
              />
              <Held asset={held[asset]} assets={assets} />
            </span>
          ) : (
            <span key={asset} className={css.blank} />
          ),
        )}
      </Link>
    </header>
  )
}

/** Drawn only where there is any. */
function Held({ asset, assets }: { asset: 'gusd_bonus' | 'usdt_hold' | undefined; assets: Asset }) {
  const { t } = useTranslation()
  if (asset === undefined || !isPositive(assets[asset], asset)) return null
  return (
    <Amount className={css.held} asset={asset} value={assets[asset]} label={t(`asset.${asset}`)} compact />
  )
}
