/** What a dive brought into the collection for the first time, as the server's collection says. */
import { Link } from 'react-router'
import { useCollectionInfoQuery } from '../../api/shared.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Icon } from '../../ui/Icon.tsx'
import { FishPicture } from './Picture.tsx'
import css from './Sheets.module.css'

/** Nothing where nothing was new, and nothing without an answer. */
export function NewSpecies({ diveId, onLeave }: { diveId: string; onLeave: () => void }) {
  const { t } = useTranslation(['dives', 'fishing'])
  const { data } = useCollectionInfoQuery()
  const fresh = data?.species.filter(({ record }) => record?.first_dive_id === diveId) ?? []
  const [first] = fresh
  if (first === undefined) return null
  const names = fresh.map(({ id }) => t(`fish.${id}`, { defaultValue: t('fish.unknown') }))
  return (
    <Link className={css.fresh} to="/collection" onClick={onLeave}>
      <FishPicture id={first.id} />
      <span>
        <small>{t('result.fresh')}</small>
        {names.join(t('result.between'))}
      </span>
      <Icon name="chevron" />
    </Link>
  )
}
