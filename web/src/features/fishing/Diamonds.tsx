/** What something of the game costs in diamonds; drawn only where it costs any. */
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './Controls.module.css'

/** `onAccent`: in the colour of the button that it stands on. */
export function Diamonds({ count, onAccent = false }: { count: number; onAccent?: boolean }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <span className={onAccent ? css.priceOnAccent : css.price}>
      <Icon name="diamond" />
      <span className="visually-hidden"> {t('asset.diamond')} </span>
      {count}
    </span>
  )
}
