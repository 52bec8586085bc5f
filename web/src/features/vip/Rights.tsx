// What a tier gives, in plain numbers; what its coins are worth at most stands beside its price.
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Vip } from '../../api/endpoints.gen.ts'
import { Amount } from '../../ui/Amount.tsx'
import { formatAmount } from '../../shared/money.ts'
import { Card, Row, Rows } from '../../ui/Page.tsx'
import { coinsMax, percentOf, worthOf } from './model.ts'
import css from './Rights.module.css'

/** The table of one tier (domain §3.4). */
export function Rights({ tier }: { tier: Vip }) {
  const { t } = useTranslation('vip')
  const most = coinsMax(tier)
  const fee = { rate: percentOf(tier.fee_rate), min: formatAmount(tier.fee_min, 'usdt') }
  return (
    <Card>
      <h2 className={css.title}>{t('rights.title', { name: tier.name })}</h2>
      <Rows>
        <Row label={t('rights.coins')}>
          <Amount asset="coin" value={tier.coins} />
        </Row>
        {tier.diamonds > 0 && (
          <Row label={t('rights.diamonds')}>
            <Amount asset="diamond" value={tier.diamonds} />
          </Row>
        )}
        <Row label={t('rights.claims')}>{t('rights.times', { count: tier.daily_count })}</Row>
        <Row label={t('rights.floor')}>
          <Amount asset="coin" value={tier.floor} />
        </Row>
        <Row label={t('rights.withdrawals')}>{t('rights.times', { count: tier.wd_count })}</Row>
        <Row label={t('rights.usdt')}>
          <Amount asset="usdt" value={tier.wd_limit} />
        </Row>
        <Row label={t('rights.fee')}>
          {fee.rate === '0' ? t('rights.feeFlat', fee) : t('rights.feeRate', fee)}
        </Row>
      </Rows>
      <p className={css.most}>
        {t('rights.most', {
          days: tier.days,
          coins: formatAmount(most, 'coin'),
          worth: formatAmount(worthOf(most), 'usdt'),
          price: formatAmount(tier.price, 'coupon'),
        })}
      </p>
    </Card>
  )
}
