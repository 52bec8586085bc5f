// The collection: every species of the sea with the player's catches of it, and what was reached. It pays nothing and
// asks for nothing.
import { useState, type ComponentType } from 'react'
import { Link } from 'react-router'
import { useCollectionInfoQuery } from '../../api/shared.ts'
import type { CollectionInfoData, CollectionSpecies } from '../../api/endpoints.gen.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { formatAmount } from '../../shared/money.ts'
import { Card } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { Achievements } from './Achievements.tsx'
import { watersOf, type Water } from './model.ts'
import { SpeciesSheet } from './SpeciesSheet.tsx'
import css from './Collection.module.css'

/** The drawing of a fish by its id, which the game owns. */
export type Picture = ComponentType<{ id: string }>

/** Everything of the screen below its heading. */
export function Collection({ Picture }: { Picture: Picture }) {
  const query = useCollectionInfoQuery()
  return (
    <QueryState query={query} heights={[1.1, 3.6, 3.6]}>
      {(data) => <Album data={data} Picture={Picture} />}
    </QueryState>
  )
}

function Album({ data, Picture }: { data: CollectionInfoData; Picture: Picture }) {
  const [chosen, setChosen] = useState<CollectionSpecies | null>(null)
  return (
    <>
      <Total caught={data.caught} of={data.species.length} />
      {watersOf(data.species).map((water) => (
        <Shelf key={water.species[0]?.id} water={water} Picture={Picture} onChoose={setChosen} />
      ))}
      <Achievements list={data.achievements} />
      <SpeciesSheet species={chosen} Picture={Picture} onClose={() => setChosen(null)} />
    </>
  )
}

function Total({ caught, of }: { caught: number; of: number }) {
  const { t } = useTranslation('collection')
  return (
    <Card className={css.total}>
      <b>{t('total', { caught, of })}</b>
      <progress className={css.progress} max={of} value={caught} aria-label={t('title')} />
      <p>{t('counts')}</p>
      <Link className={css.odds} to="/collection/rank">
        {t('week')}
      </Link>
      <Link className={css.odds} to="/info">
        {t('odds')}
      </Link>
    </Card>
  )
}

type ShelfProps = { water: Water; Picture: Picture; onChoose: (species: CollectionSpecies) => void }

/** The species of some levels. */
function Shelf({ water: { from, to, band, species }, Picture, onChoose }: ShelfProps) {
  const { t } = useTranslation('collection')
  return (
    <section className={css.shelf} data-band={band}>
      <h2>{from === null || to === null ? t('elsewhere') : t('levels', { from, to })}</h2>
      <ul>
        {species.map((one) => (
          <li key={one.id}>
            <Tile species={one} Picture={Picture} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tile({ species, Picture, onChoose }: Omit<ShelfProps, 'water'> & { species: CollectionSpecies }) {
  const { t } = useTranslation(['collection', 'dives'])
  const { id, record } = species
  const water = (
    <span className={css.water}>
      <Picture id={id} />
    </span>
  )
  if (record === null)
    return (
      <div className={css.tile} data-caught={false}>
        {water}
        <small>{t('notYet')}</small>
      </div>
    )
  return (
    <button type="button" className={css.tile} aria-haspopup="dialog" onClick={() => onChoose(species)}>
      {water}
      <b>{t(`dives:fish.${id}`, { defaultValue: t('dives:fish.unknown') })}</b>
      <small>{t('times', { count: record.times, times: formatAmount(record.times, 'coin') })}</small>
    </button>
  )
}
