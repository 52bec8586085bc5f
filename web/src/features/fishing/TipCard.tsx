/** One tip of the first dive, above what it is about. It covers no control. */
import { useTranslation } from '../../i18n/useTranslation.ts'
import { tips, type Tip } from './tips.ts'
import css from './TipCard.module.css'

type Props = {
  tip: Tip
  /** News of a cast are on the screen, which come first. */
  later: boolean
  /** For this one. */
  onDone: () => void
  /** For all that are left. */
  onSkip: () => void
}

/** Comes when it can be read. */
export function TipCard({ tip, later, onDone, onSkip }: Props) {
  const { t } = useTranslation(['dives', 'fishing'])
  const last = tip === tips.at(-1)
  return (
    <div className={css.card} data-tip={tip} data-later={later} role="status">
      <p>{t(`tip.${tip}`)}</p>
      <div className={css.ways}>
        {!last && (
          <button type="button" className={css.skip} onClick={onSkip}>
            {t('tip.skip')}
          </button>
        )}
        <button type="button" className={css.done} onClick={onDone}>
          {t('tip.done')}
        </button>
      </div>
    </div>
  )
}
