/** The fairness receipt of one dive: what was fixed beforehand, what was drawn, and where to check it. */
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { useFishingDiveDetailQuery } from '../../api/shared.ts'
import type { Cast, FishingDiveDetailData } from '../../api/endpoints.gen.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { isPositive } from '../../shared/money.ts'
import { Row, Rows } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { FishPicture, ThingPicture } from './Picture.tsx'
import css from './Sheets.module.css'

/** Loads the dive by itself; `onLeave` closes the sheet it stands in. */
export function Receipt({ diveId, onLeave }: { diveId: string; onLeave: () => void }) {
  const { t } = useTranslation(['dives', 'fishing'])
  const query = useFishingDiveDetailQuery({ dive_id: diveId })
  return (
    <QueryState query={query} heights={[0.5, 0.5, 0.5, 1.2]}>
      {(detail) => (
        <>
          <Proof diveId={diveId} detail={detail} />
          <Link
            className={css.link}
            to={`/info?section=fairness&dive=${encodeURIComponent(diveId)}`}
            onClick={onLeave}
          >
            <Icon name="check" />
            {t('receipt.verify')}
          </Link>
          <h3 className={css.head}>{t('receipt.casts')}</h3>
          {detail.casts.length === 0 ? (
            <p className={css.hint}>{t('receipt.none')}</p>
          ) : (
            <ol className={css.casts}>
              {detail.casts.map((cast) => (
                <CastLine key={cast.seq} cast={cast} />
              ))}
            </ol>
          )}
        </>
      )}
    </QueryState>
  )
}

function Proof({ diveId, detail }: { diveId: string; detail: FishingDiveDetailData }) {
  const { t } = useTranslation(['dives', 'fishing'])
  const first = detail.casts[0]?.nonce
  const last = detail.casts.at(-1)?.nonce
  return (
    <Rows>
      <Row label={t('receipt.dive')}>
        <code className={css.code}>{diveId}</code>
      </Row>
      <Row label={t('receipt.commit')}>
        <code className={css.code}>{detail.commit}</code>
      </Row>
      <Row label={t('receipt.seed')}>
        {detail.server_seed === null ? (
          t('receipt.seedHidden')
        ) : (
          <code className={css.code}>{detail.server_seed}</code>
        )}
      </Row>
      <Row label={t('receipt.client')}>
        <code className={css.code}>{detail.client_seed}</code>
      </Row>
      <Row label={t('receipt.nonces')}>
        {first === undefined || last === undefined ? '–' : `${first}–${last}`}
      </Row>
      <Row label={t('receipt.table')}>
        <code className={css.code}>{detail.table_hash}</code>
      </Row>
    </Rows>
  )
}

function CastLine({ cast }: { cast: Cast }) {
  const { t } = useTranslation(['dives', 'fishing'])
  const name =
    cast.kind === 'fish'
      ? t(`fish.${cast.id ?? 'unknown'}` as 'fish.tuna', { defaultValue: t('fish.unknown') })
      : cast.kind === 'mine'
        ? t('receipt.kind.mine', { lost: cast.destroyed.length })
        : t(cast.kind === 'chest' ? 'receipt.kind.chest' : 'receipt.kind.empty')
  return (
    <li className={css.cast}>
      <span className={css.depth}>{cast.level}</span>
      <span className={css.what}>
        {cast.kind === 'fish' && <FishPicture id={cast.id ?? ''} />}
        {cast.kind === 'chest' && <ThingPicture name="chest" />}
        {cast.kind === 'mine' && <ThingPicture name="mine" />}
        {name}
        {cast.shield && <Icon name="shield" label={t('shield')} />}
      </span>
      <span className={css.gains}>
        {(cast.kind === 'fish' || cast.kind === 'chest') && (
          <Amount value={cast.value} asset="gusd" icon={false} signed />
        )}
        {isPositive(cast.bonus, 'gusd') && (
          <small>
            {t('dangerBonus')} <Amount value={cast.bonus} asset="gusd" icon={false} signed />
          </small>
        )}
      </span>
    </li>
  )
}
