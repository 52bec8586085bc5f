// One board: when it closes, the first three, the others, and the player's own place always in sight.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '../../api/clock.ts'
import type { RankData, RankLine, RankSeason } from '../../api/endpoints.gen.ts'
import { formatCalendarDay, formatSpan } from '../../i18n/time.ts'
import { useEverySecond } from '../../state/useEverySecond.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { formatAmount, formatCompact } from '../../shared/money.ts'
import { Empty } from '../../ui/states.tsx'
import css from './Board.module.css'

/** What a score counts. */
export type ScoreOf = 'invites' | 'usdt'

/** A board as the server returned it. */
export function Board({ data, scoreOf }: { data: RankData; scoreOf: ScoreOf }) {
  const { t } = useTranslation('rank')
  const first = data.list.slice(0, 3)
  const others = data.list.slice(3)
  return (
    <>
      {data.season && <Season season={data.season} />}
      <p className={css.closes}>
        <Icon name={data.is_final ? 'check' : 'clock'} />
        <End data={data} />
      </p>
      {data.list.length === 0 ? (
        <Empty icon="trophy" title={t('empty')} text={t(`emptyText.${scoreOf}`)} />
      ) : (
        <>
          <ol className={css.podium}>
            {first.map((line) => (
              <Step key={line.rank} line={line} scoreOf={scoreOf} />
            ))}
          </ol>
          {others.length > 0 && (
            <ol className={css.list} start={4}>
              {others.map((line) => (
                <li key={line.rank} className={css.line} data-mine={line.rank === data.me.rank}>
                  <b className={css.place}>{line.rank}</b>
                  <span className={css.face}>
                    <Face line={line} />
                  </span>
                  <span className={css.name}>{line.name}</span>
                  <Score score={line.score} scoreOf={scoreOf} />
                </li>
              ))}
            </ol>
          )}
        </>
      )}
      <section className={css.mine} aria-label={t('mine')}>
        <b className={css.place}>{data.me.rank ?? '–'}</b>
        <span className={css.name}>{data.me.rank === null ? t('unranked') : t('mine')}</span>
        <Score score={data.me.score} scoreOf={scoreOf} />
      </section>
    </>
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
      <Score score={line.score} scoreOf={scoreOf} compact />
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

/** `compact` where room is short. */
function Score({ score, scoreOf, compact = false }: { score: string; scoreOf: ScoreOf; compact?: boolean }) {
  const { t } = useTranslation()
  if (scoreOf === 'usdt')
    return (
      <Amount className={css.score} asset="usdt" value={score} label={t('asset.usdt')} compact={compact} />
    )
  return (
    <span className={css.score}>
      <Icon name="people" className={css.unit} />
      {compact ? formatCompact(score, 'coin') : formatAmount(score, 'coin')}
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

/** When the board is final: never, at a time, or since it was closed. */
function End({ data: { closes_at: at, is_final: isFinal } }: { data: RankData }) {
  const { t } = useTranslation('rank')
  useEverySecond()
  if (isFinal) return t('final')
  if (at === null) return t('never')
  const left = at - serverNow()
  return left > 0 ? t('closes', { time: formatSpan(left) }) : t('closing')
}
