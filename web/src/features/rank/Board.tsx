// One board: when it closes, the first three, the others, and the player's own place always in sight.
import { Link } from 'react-router'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '../../api/clock.ts'
import type { RankData, RankLine, RankSeason } from '../../api/endpoints.gen.ts'
import { formatCalendarDay, formatSpan } from '../../i18n/time.ts'
import { useEverySecond } from '../../state/useEverySecond.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { formatAmount, formatCompact, isPositive } from '../../shared/money.ts'
import { Empty } from '../../ui/states.tsx'
import css from './Board.module.css'

/** What a score counts. */
export type ScoreOf = 'invites' | 'usdt' | 'species'

/** A board as the server returned it. */
export function Board({ data, scoreOf }: { data: RankData; scoreOf: ScoreOf }) {
  const { t } = useTranslation('rank')
  const others = data.list.slice(3)
  return (
    <>
      {data.season && <Season season={data.season} />}
      <Closes data={data} />
      {data.marked > 0 && (
        <p className={css.marked}>
          {t('week.marked', { count: data.marked })} <Link to="/collection">{t('week.collection')}</Link>
        </p>
      )}
      {data.list.length === 0 ? (
        <Empty icon="trophy" title={t('empty')} text={t(`emptyText.${scoreOf}`)} />
      ) : (
        <>
          <Podium list={data.list} scoreOf={scoreOf} />
          {others.length > 0 && (
            <ol className={css.list} start={4}>
              {others.map((line) => (
                <li key={line.rank} className={css.line} data-mine={line.rank === data.me.rank}>
                  <b className={css.place}>{line.rank}</b>
                  <span className={css.face}>
                    <Face line={line} />
                  </span>
                  <span className={css.name}>{line.name}</span>
                  <Score line={line} scoreOf={scoreOf} />
                </li>
              ))}
            </ol>
          )}
        </>
      )}
      <section className={css.mine} aria-label={t('mine')}>
        <b className={css.place}>{data.me.rank ?? '–'}</b>
        <span className={css.name}>{data.me.rank === null ? t('unranked') : t('mine')}</span>
        <Score line={data.me} scoreOf={scoreOf} />
      </section>
    </>
  )
}

/** The first three, the first in the middle. */
export function Podium({ list, scoreOf }: { list: readonly RankLine[]; scoreOf: ScoreOf }) {
  return (
    <ol className={css.podium}>
      {list.slice(0, 3).map((line) => (
        <Step key={line.rank} line={line} scoreOf={scoreOf} />
      ))}
    </ol>
  )
}

function Step({ line, scoreOf }: { line: RankLine; scoreOf: ScoreOf }) {
  return (
    <li className={css.step} data-rank={line.rank}>
      <span className={css.medal}>
        <Face line={line} />
        <b>{line.rank}</b>
      </span>
      <span className={css.name}>{line.name}</span>
      <Score line={line} scoreOf={scoreOf} compact />
    </li>
  )
}

function Face({ line }: { line: RankLine }) {
  return (
    <Avatar address={line.avatar}>
      <Icon name="fish" />
    </Avatar>
  )
}

type ScoreProps = { line: Pick<RankLine, 'score' | 'rebate'>; scoreOf: ScoreOf; compact?: boolean }

/** `compact` where room is short. Under a number of invites stands what these friends brought. */
function Score({ line: { score, rebate }, scoreOf, compact = false }: ScoreProps) {
  const { t } = useTranslation('rank')
  if (scoreOf === 'usdt')
    return (
      <Amount
        className={css.score}
        asset="usdt"
        value={score}
        label={t('common:asset.usdt')}
        compact={compact}
      />
    )
  return (
    <span className={css.scores}>
      <span className={css.score}>
        <Icon name={scoreOf === 'species' ? 'fish' : 'people'} className={css.unit} />
        {compact ? formatCompact(score, 'coin') : formatAmount(score, 'coin')}
      </span>
      {rebate !== null && isPositive(rebate, 'usdt') && (
        <Amount
          className={css.rebate}
          asset="usdt"
          value={rebate}
          label={t('rebate')}
          signed
          compact={compact}
        />
      )}
    </span>
  )
}

function Season({ season: { name, first, last } }: { season: RankSeason }) {
  const { t } = useTranslation('rank')
  return (
    <h2 className={css.season}>
      {name}
      <small>{t('season.days', { first: formatCalendarDay(first), last: formatCalendarDay(last) })}</small>
    </h2>
  )
}

/** When the board closes, beside a clock. */
export function Closes({ data }: { data: RankData }) {
  return (
    <p className={css.closes}>
      <Icon name={data.is_final ? 'check' : 'clock'} />
      <End data={data} />
    </p>
  )
}

/** When the board is final: never, at a time, or since it was closed. */
function End({ data: { closes_at: at, is_final: isFinal } }: { data: RankData }) {
  const { t } = useTranslation('rank')
  useEverySecond()
  if (isFinal) return t('final')
  if (at === null) return t('never')
  const left = at - serverNow()
  return left > 0 ? t('closes', { time: formatSpan(left) }) : t('closing')
}
