/** Where the hook is and what is to be expected there: level, value, odds of a mine. */
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Paytable } from '../../api/endpoints.gen.ts'
import { Icon } from '../../ui/Icon.tsx'
import { percent } from './model.ts'
import css from './Screen.module.css'

/** The odds stand beside the game, not only in the rules. */
export function DepthNote({ paytable, level }: { paytable: Paytable; level: number }) {
  const { t } = useTranslation('fishing')
  const band = paytable.bands.find(({ levels }) => level >= (levels[0] ?? 0) && level <= (levels[1] ?? 0))
  if (band === undefined) return null
  const odds = percent(band.mine_w, paytable.draw_total)
  return (
    <p className={css.depth}>
      <span className="visually-hidden">{t('bandLabel', { level, mult: band.mult, odds })}</span>
      <b aria-hidden>{t('level', { level })}</b>
      <span aria-hidden>x{band.mult}</span>
      <span aria-hidden className={css.odds}>
        <Icon name="mine" />
        {odds}%
      </span>
    </p>
  )
}
