// One species: how often, when first and last, and the best of them.
import type { CollectionSpecies } from '../../api/endpoints.gen.ts'
import { formatTime } from '../../i18n/time.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { formatAmount } from '../../shared/money.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Row, Rows } from '../../ui/Page.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import type { Picture as PictureOf } from './Collection.tsx'
import css from './Collection.module.css'

type Props = { species: CollectionSpecies | null; Picture: PictureOf; onClose: () => void }

/** Open while a caught species is given. */
export function SpeciesSheet({ species, Picture, onClose }: Props) {
  const { t } = useTranslation(['collection', 'dives'])
  const record = species?.record ?? null
  const name =
    species === null ? '' : t(`dives:fish.${species.id}`, { defaultValue: t('dives:fish.unknown') })
  return (
    <Sheet open={record !== null} title={name} onClose={onClose}>
      {species !== null && record !== null && (
        <>
          <p className={css.portrait}>
            <Picture id={species.id} />
          </p>
          <Rows>
            <Row label={t('record.times')}>{formatAmount(record.times, 'coin')}</Row>
            <Row label={t('record.best')}>
              <Amount value={record.best_value} asset="gusd" />
            </Row>
            <Row label={t('record.bestAt')}>
              {t('record.at', { level: record.best_level, time: formatTime(record.best_at) })}
            </Row>
            <Row label={t('record.first')}>{formatTime(record.first_at)}</Row>
            <Row label={t('record.last')}>{formatTime(record.last_at)}</Row>
          </Rows>
          <p className={css.note}>{t('record.note')}</p>
        </>
      )}
    </Sheet>
  )
}
