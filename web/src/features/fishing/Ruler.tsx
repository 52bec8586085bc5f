/** The depth ruler at the left edge: 37 marks in five colours, the value of each band, and where the hook is. */
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { FishingBand } from '../../api/endpoints.gen.ts'
import { bandName } from './model.ts'
import { bottomLevel } from './scene/measure.ts'
import css from './Ruler.module.css'

const marks = Array.from({ length: bottomLevel }, (_, index) => index + 1)

/** `level` is where the next cast is played, or the start level that is being chosen. */
export function Ruler({ bands, level }: { bands: readonly FishingBand[]; level: number }) {
  const { t } = useTranslation('fishing')
  const mult = bands.find((band) => level >= band.from && level <= band.to)?.mult ?? 1
  return (
    <div
      className={css.ruler}
      role="meter"
      aria-label={t('depth')}
      aria-valuemin={1}
      aria-valuemax={bottomLevel}
      aria-valuenow={level}
      aria-valuetext={t('levelOf', { level, mult })}
    >
      <div className={css.marks} aria-hidden>
        {marks.map((mark) => (
          <i
            key={mark}
            className={css.mark}
            data-band={bandName(mark)}
            data-past={mark < level}
            data-here={mark === level}
          />
        ))}
      </div>
      <div className={css.names} aria-hidden>
        {bands.map((band) => (
          <span
            key={band.from}
            className={css.name}
            style={{ flexGrow: band.to - band.from + 1 }}
            data-here={level >= band.from && level <= band.to}
          >
            x{band.mult}
          </span>
        ))}
      </div>
      <b className={css.here} style={{ top: `${((level - 0.5) / bottomLevel) * 100}%` }} aria-hidden>
        {level}
      </b>
    </div>
  )
}
