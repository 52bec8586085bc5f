/**
 * The game's desk for the screen: what is shown and what may be done.
 *
 * While a command is under way the screen keeps the dive as it was, whatever else is fetched meanwhile; a tap during
 * that time does nothing, so one tap is one cast.
 */
import { useEffect, useRef, useState } from 'react'
import {
  fishingDiveDetail,
  fishingHistoryPages,
  fishingPlayerInfo,
  useFishingConfigQuery,
  useFishingPlayerInfoQuery,
} from '../../api/shared.ts'
import {
  fishingSeedsNow,
  updateQueryData,
  useFishingCastMutation,
  useFishingDiveStartMutation,
  useFishingSurfaceMutation,
} from './api.ts'
import type { Dive } from '../../api/endpoints.gen.ts'
import { useAppDispatch, useUser } from '../../state/hooks.ts'
import { toastError } from '../../ui/toast.tsx'
import type { Busy, Desk, Tools } from './commands.ts'
import { loadCommands } from './later.ts'
import type { Moment } from './scene/contract.ts'

const initial: Desk = {
  busy: null,
  shown: undefined,
  announcement: null,
  result: null,
  best: null,
  notice: null,
  closed: [],
  readyAt: 0,
  known: [],
}

/** What a command goes by is asked for anew, whatever the cache holds. */
const fresh = { forceRefetch: true, subscribe: false } as const

/** Everything the screen of the game shows and may do. `play` resolves when a moment is over. */
export function useDive(play: (moment: Moment) => Promise<void>) {
  const dispatch = useAppDispatch()
  const account = useUser()?.user_id ?? ''
  const info = useFishingPlayerInfoQuery()
  const config = useFishingConfigQuery()
  const [askStart] = useFishingDiveStartMutation()
  const [askCast] = useFishingCastMutation()
  const [askSurface] = useFishingSurfaceMutation()
  const [desk, setDesk] = useState(initial)
  const running = useRef(false)
  const asked = useRef(0)
  const dive = desk.shown === undefined ? (info.data?.dive ?? null) : desk.shown

  const change: Tools['change'] = (how) => setDesk((before) => ({ ...before, ...how(before) }))
  const keep = (next: Dive | null) => {
    dispatch(
      updateQueryData('fishingPlayerInfo', undefined, (draft) => {
        draft.dive = next
      }),
    )
    if (next !== null) change(() => ({ readyAt: next.next_cast_at }))
  }
  // Not the query's own `refetch`: that one fails while the kept screen is hidden, and before its effects are back.
  const refresh = async () => (await dispatch(fishingPlayerInfo.initiate(undefined, fresh))).data ?? null
  const lastDive: Tools['ask']['lastDive'] = async () => {
    const { data } = await dispatch(fishingHistoryPages.initiate({ size: 1 }, fresh))
    const dive_id = data?.pages[0]?.list[0]?.dive_id
    if (dive_id === undefined) return null
    const detail = await dispatch(fishingDiveDetail.initiate({ dive_id }, fresh))
    return detail.data === undefined ? null : { dive_id, ...detail.data }
  }
  const seeds: Tools['ask']['seeds'] = async () => {
    const { data, error } = await dispatch(fishingSeedsNow.initiate(asked.current++, fresh))
    return data === undefined || error !== undefined ? { error: error ?? {} } : { data }
  }
  const tools: Tools = {
    account,
    dive,
    play,
    change,
    keep,
    refetch: () => void refresh(),
    ask: {
      seeds,
      lastDive,
      start: askStart,
      cast: askCast,
      surface: askSurface,
    },
  }

  // Fetched as soon as the screen stands; a tap before that waits for it.
  useEffect(() => void loadCommands().catch(() => undefined), [])

  const once = async (
    busy: Exclude<Busy, null>,
    work: (commands: typeof import('./commands.ts')) => Promise<void>,
  ): Promise<void> => {
    if (running.current) return
    running.current = true
    change(() => ({ busy, shown: dive }))
    try {
      await work(await loadCommands())
    } catch (fault) {
      toastError(fault)
    } finally {
      running.current = false
      change(() => ({ busy: null, shown: undefined }))
    }
  }

  return {
    ...desk,
    info,
    config,
    /** Asks the server how things stand; null without an answer. */
    refresh,
    dive,
    /** The dive was open before this page was: say that it goes on. */
    resumed: dive !== null && !desk.known.includes(dive.dive_id),
    dismissResumed: () =>
      change(({ known }) => ({ known: dive === null ? known : [...known, dive.dive_id] })),
    closeResult: () => change(() => ({ result: null })),
    closeNotice: () => change(() => ({ notice: null })),
    start: (stake: number, level: number) => once('start', ({ start }) => start(tools, stake, level)),
    cast: (shield: boolean) => once('cast', ({ cast }) => cast(tools, shield)),
    surface: () => once('surface', ({ surface }) => surface(tools)),
  }
}

/** The desk as the parts of the screen see it. */
export type DiveDesk = ReturnType<typeof useDive>
