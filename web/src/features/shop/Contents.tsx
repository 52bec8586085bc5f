// What is in an item, line by line; what is a gift is called one.
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Item } from '../../api/endpoints.gen.ts'
import { Amount } from '../../ui/Amount.tsx'
import css from './Contents.module.css'

/** The contents of `count` pieces. */
export function Contents({ item, count = 1 }: { item: Item; count?: number }) {
  const { t } = useTranslation('shop')
  const { t: common } = useTranslation()
  return (
    <ul className={css.contents}>
      {item.coin_paid > 0 && (
        <li>
          <Amount asset="coin" value={item.coin_paid * count} label={common('asset.coin')} />
        </li>
      )}
      {item.coin_promo > 0 && (
        <li className={css.extra}>
          {t('extra')}{' '}
          <Amount asset="coin" value={item.coin_promo * count} label={common('asset.coin_promo')} signed />
        </li>
      )}
      {item.diamond > 0 && (
        <li>
          <Amount asset="diamond" value={item.diamond * count} label={common('asset.diamond')} />
        </li>
      )}
      {item.vip_id !== null && <li>{t('vip', { tier: item.vip_id })}</li>}
    </ul>
  )
}
