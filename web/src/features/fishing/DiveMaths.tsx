/** How a payout came about, line by line: on the line + safe box = payout, less staked = net. */
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { DiveResult } from '../../api/endpoints.gen.ts'
import { Amount } from '../../ui/Amount.tsx'
import { isPositive } from '../../shared/money.ts'
import { Row, Rows } from '../../ui/Page.tsx'
import { netOf } from './model.ts'
import css from './Sheets.module.css'

/** The same sum in the result and in the history. */
export function DiveMaths({ result }: { result: DiveResult }) {
  const { t } = useTranslation(['dives', 'fishing'])
  return (
    <>
      <Rows>
        <Row label={t('result.fish')}>
          <Amount value={result.fish} asset="gusd" />
        </Row>
        <Row label={t('result.safe', { part: t('dangerBonus') })}>
          <Amount value={result.bonus} asset="gusd" signed />
        </Row>
        <Row label={t('result.safe', { part: t('result.chests') })}>
          <Amount value={result.chest_gusd} asset="gusd" signed />
        </Row>
        {isPositive(result.chest_usdt, 'usdt') && (
          <Row label={t('result.cash')}>
            <Amount value={result.chest_usdt} asset="usdt" signed />
          </Row>
        )}
      </Rows>
      <div className={css.sum}>
        <Rows>
          <Row label={t('result.payout')}>
            <Amount value={result.payout} asset={result.credited_as} />
          </Row>
          <Row label={t('result.staked', { count: result.casts })}>
            <Amount value={result.staked} asset="coin" />
          </Row>
          <Row label={t('result.net')}>
            <Amount value={netOf(result)} asset="gusd" icon={false} signed toned />
          </Row>
        </Rows>
      </div>
      {result.capped && <p className={css.hint}>{t('result.capped')}</p>}
      {result.credited_as === 'gusd_bonus' && isPositive(result.payout, 'gusd') && (
        <p className={css.hint}>{t('result.creditedBonus')}</p>
      )}
    </>
  )
}
