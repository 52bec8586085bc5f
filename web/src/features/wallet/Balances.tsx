// What the player has in money and tokens: what can be spent, and apart from it what is locked or waits.
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isPositive } from '../../shared/money.ts'
import { useAssets } from '../../state/hooks.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Card, Row, Rows } from '../../ui/Page.tsx'
import css from './Balances.module.css'

const free = ['usdt', 'gusd', 'coupon'] as const
/** Where each held balance is explained. */
const held = { gusd_bonus: '/home/exchange', usdt_hold: '/withdraw/index' } as const

/** The card on top of the wallet; nothing until the balances are known. */
export function Balances() {
  const { t } = useTranslation('wallet')
  const { t: common } = useTranslation()
  const assets = useAssets()
  if (assets === null) return null
  const waiting = (['gusd_bonus', 'usdt_hold'] as const).filter((asset) => isPositive(assets[asset], asset))
  return (
    <Card>
      <Rows>
        {free.map((asset) => (
          <Row key={asset} label={common(`asset.${asset}`)}>
            <Amount asset={asset} value={assets[asset]} />
          </Row>
        ))}
        {waiting.map((asset) => (
          <Row
            key={asset}
            label={
              <Link className={css.held} to={held[asset]}>
                {common(`asset.${asset}`)}
                <small>{t(`held.${asset}`)}</small>
              </Link>
            }
          >
            <Amount asset={asset} value={assets[asset]} />
          </Row>
        ))}
      </Rows>
    </Card>
  )
}
