// The weekly event in short: what it is, until when, who leads, the player's own place, what it gives. It pays nothing
// and asks for no stake.
import { Link } from 'react-router'
import type { RankData } from '../../api/endpoints.gen.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { formatAmount } from '../../shared/money.ts'
import { Card } from '../../ui/Page.tsx'
import { Closes, Podium } from './Board.tsx'
import css from './Week.module.css'

/** The card; every place stands on a screen of its own. */
export function Week({ data }: { data: RankData }) {
  const { t } = useTranslation('rank')
  const { rank, score } = data.me
  const kinds = t('week.kinds', { count: Number(score), kinds: formatAmount(score, 'coin') })
  // A board is a few seconds older than the own score: a first fish has no place yet.
  const place =
    rank === null ? t('week.unplaced', { score: kinds }) : t('week.mine', { place: rank, score: kinds })
  return (
    <Card className={css.week}>
      <h2>{t('week.title')}</h2>
      <p className={css.text}>{t('week.text')}</p>
      <Closes data={data} />
      {data.list.length > 0 && <Podium list={data.list} scoreOf="species" />}
      <p className={css.mine}>{score === '0' ? t('week.unranked') : place}</p>
      <p className={css.text}>{t('week.marked', { count: data.marked })}</p>
      <Link className={css.all} to="/collection/rank">
        {t('week.all')}
      </Link>
    </Card>
  )
}
