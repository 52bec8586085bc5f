/** One tip of the first dive, above what it is about. It covers no control. */
import { useTranslation } from 'react-i18next'
import { tips, type Tip } from './tips.ts'
import css from './TipCard.module.css'

/** `onDone` is for this one, `onSkip` for all that are left. */
export function TipCard({ tip, onDone, onSkip }: { tip: Tip; onDone: () => void; onSkip: () => void }) {
  const { t } = useTranslation(['dives', 'fishing'])
  const last = tip === tips.at(-1)
  return (
    <div className={css.card} data-tip={tip} role="status">
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
