// The leaderboards (domain §3.13), each with its own call and its own kind of score.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCollectionRankQuery, useTeamRankQuery, useWithdrawRankQuery } from './api.ts'
import type { RankData } from '../../api/endpoints.gen.ts'
import type { QueryLike } from '../../shared/QueryState.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { Board, type ScoreOf } from './Board.tsx'
import { Week } from './Week.tsx'

const periods = ['day', 'week', 'season', 'all'] as const
type Period = (typeof periods)[number]
/** What is looked at; without a season's id the running one, else the last. */
type Choice = { period: Period; season_id?: string }

/** The server makes a board anew at least once a minute. */
const refresh = { pollingInterval: 60_000, skipPollingIfUnfocused: true }
const heights = [3.2, 1.1, 1.1, 1.1, 1.1]

/** The weekly event: who caught the most species since Monday. */
export function WeekBoard() {
  const query = useCollectionRankQuery(undefined, refresh)
  return (
    <QueryState query={query} heights={heights}>
      {(data) => <Board data={data} scoreOf="species" />}
    </QueryState>
  )
}

/** The weekly event in short, for the other boards. */
export function WeekCard() {
  const query = useCollectionRankQuery(undefined, refresh)
  return (
    // Between the heights of a card with its first three and one without: what stands below hardly moves.
    <QueryState query={query} heights={[8.6]}>
      {(data) => <Week data={data} />}
    </QueryState>
  )
}

/** Who brought the most friends. */
export function TeamBoard() {
  const [choice, setChoice] = useState<Choice>({ period: 'week' })
  const query = useTeamRankQuery(choice, refresh)
  return <Framed query={query} choice={choice} onChoice={setChoice} scoreOf="invites" />
}

/** Who withdrew the most. */
export function WithdrawBoard() {
  const [choice, setChoice] = useState<Choice>({ period: 'week' })
  const query = useWithdrawRankQuery(choice, refresh)
  return <Framed query={query} choice={choice} onChoice={setChoice} scoreOf="usdt" />
}

type Props = {
  query: QueryLike<RankData> & { currentData?: RankData | undefined }
  choice: Choice
  onChoice: (choice: Choice) => void
  scoreOf: ScoreOf
}

function Framed({ query, choice, onChoice, scoreOf }: Props) {
  const { t } = useTranslation('rank')
  const { period } = choice
  // Of an earlier answer too: the chips stand still while another board comes.
  const seasons = query.data?.seasons ?? []
  const shown = choice.season_id ?? seasons[0]?.season_id ?? ''
  return (
    <>
      <Chips
        label={t('period.label')}
        value={period}
        options={periods
          .filter((value) => value !== 'season' || seasons.length > 0)
          .map((value) => ({ value, label: t(`period.${value}`) }))}
        onChange={(value) => onChoice({ period: value })}
      />
      {period === 'season' && seasons.length > 1 && (
        <Chips
          label={t('season.label')}
          value={shown}
          options={seasons.map(({ season_id: value, name }) => ({ value, label: name }))}
          onChange={(value) => onChoice({ period, season_id: value })}
        />
      )}
      <QueryState query={{ ...query, data: query.currentData }} heights={heights}>
        {(data) => <Board data={data} scoreOf={scoreOf} />}
      </QueryState>
    </>
  )
}
