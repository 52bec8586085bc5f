// What may be withdrawn, as both screens that ask for an amount and a way show it.
import { refetchAfterS } from '../../api/refetch.ts'
import { useWithdrawInfoQuery } from './api.ts'

/** A used-up day ends, and another tier allows more. */
const askAgainMs = 60_000
const isOld = (atMs: number | undefined) => Date.now() - (atMs ?? 0) > 2 * askAgainMs

/** The answer, and whether the day has no withdrawal left: not while an old one is asked for anew. */
export function useInfo() {
  const query = useWithdrawInfoQuery(undefined, {
    refetchOnMountOrArgChange: refetchAfterS,
    refetchOnReconnect: true,
  })
  const noneLeft = query.data?.count_left === 0
  useWithdrawInfoQuery(undefined, {
    pollingInterval: noneLeft ? askAgainMs : 0,
    skipPollingIfUnfocused: true,
  })
  return { query, usedUp: noneLeft && !(query.isFetching && isOld(query.fulfilledTimeStamp)) }
}
