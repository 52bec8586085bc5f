// The two leaderboards (domain §3.13), each with its own call and its own kind of score.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useTeamRankQuery, useWithdrawRankQuery } from './api.ts'
import type { RankData } from '../../api/endpoints.gen.ts'
import type { QueryLike } from '../../shared/QueryState.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { Board, type ScoreOf } from './Board.tsx'

const periods = ['day', 'week', 'all'] as const
type Period = (typeof periods)[number]

/** The server makes a board anew at least once a minute. */
const refresh = { pollingInterval: 60_000, skipPollingIfUnfocused: true }

/** Who brought the most friends. */
export function TeamBoard() {
  const [period, setPeriod] = useState<Period>('week')
  const query = useTeamRankQuery({ period }, refresh)
  return <Framed query={query} period={period} onPeriod={setPeriod} scoreOf="invites" />
}

/** Who withdrew the most. */
export function WithdrawBoard() {
  const [period, setPeriod] = useState<Period>('week')
  const query = useWithdrawRankQuery({ period }, refresh)
  return <Framed query={query} period={period} onPeriod={setPeriod} scoreOf="usdt" />
}

type Props = {
  query: QueryLike<RankData> & { currentData?: RankData | undefined }
  period: Period
  onPeriod: (period: Period) => void
  scoreOf: ScoreOf
}

function Framed({ query, period, onPeriod, scoreOf }: Props) {
  const { t } = useTranslation('rank')
  return (
    <>
      <Chips
        label={t('period.label')}
        value={period}
        options={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
        onChange={onPeriod}
      />
      <QueryState query={{ ...query, data: query.currentData }} heights={[3.2, 1.1, 1.1, 1.1, 1.1]}>
        {(data) => <Board data={data} scoreOf={scoreOf} />}
      </QueryState>
    </>
  )
}
