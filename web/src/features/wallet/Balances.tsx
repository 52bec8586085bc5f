// What the player has: money first, then what becomes money, and apart from it what is locked or waits; below, the
// ways on.
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { isPositive } from '../../shared/money.ts'
import { useAssets } from '../../state/hooks.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Card, Row, Rows } from '../../ui/Page.tsx'
import css from './Balances.module.css'

const ways: readonly { key: 'exchange' | 'withdraw' | 'topUp'; to: string; icon: IconName }[] = [
  { key: 'withdraw', to: '/withdraw/index', icon: 'share' },
  { key: 'exchange', to: '/home/exchange', icon: 'swap' },
  { key: 'topUp', to: '/pay/coupon', icon: 'plus' },
]

/** The card on top of the wallet; nothing until the balances are known. `unlock`: how locked tokens become free. */
export function Balances({ unlock }: { unlock?: ReactNode }) {
  const { t } = useTranslation('wallet')
  const { t: common } = useTranslation()
  const assets = useAssets()
  if (assets === null) return null
  const isLocked = isPositive(assets.gusd_bonus, 'gusd_bonus')
  return (
    <Card className={css.card}>
      <div>
        <h2 className={css.name}>{common('asset.usdt')}</h2>
        <Amount className={css.big} asset="usdt" value={assets.usdt} />
        {isPositive(assets.usdt_hold, 'usdt_hold') && (
          <Link className={css.held} to="/withdraw/index">
            <Amount asset="usdt_hold" value={assets.usdt_hold} label={common('asset.usdt_hold')} />
            <small>{t('held.usdt_hold')}</small>
          </Link>
        )}
      </div>
      <nav className={css.ways} aria-label={t('ways.label')}>
        {ways.map(({ key, to, icon }) => (
          <Link key={key} className={css.way} to={to}>
            <span>
              <Icon name={icon} />
            </span>
            {t(`ways.${key}`)}
          </Link>
        ))}
      </nav>
      <Rows>
        <Row label={common('asset.gusd')}>
          <Amount asset="gusd" value={assets.gusd} />
        </Row>
        {isLocked && (
          <Row label={common('asset.gusd_bonus')}>
            <Amount asset="gusd_bonus" value={assets.gusd_bonus} />
          </Row>
        )}
      </Rows>
      {isLocked && unlock}
      <Rows>
        <Row label={common('asset.coupon')}>
          <Amount asset="coupon" value={assets.coupon} />
        </Row>
      </Rows>
    </Card>
  )
}
