/**
 * The game's commands for the screen: start, cast, surface.
 *
 * Order of every command: ask the server, play its answer, then show the numbers. Nothing is shown before it is known. While a
 * command is under way the screen keeps the dive as it was, whatever else is fetched meanwhile; a tap during that time does
 * nothing, so one tap is one cast.
 */
import { useRef, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import {
  endpoints, useFishingCastMutation, useFishingConfigQuery, useFishingDiveStartMutation, useFishingPlayerInfoQuery, useFishingSurfaceMutation,
  type Cast, type Dive, type DiveResult,
} from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { useAppDispatch } from '../../state/hooks.ts'
import { toastError } from '../../ui/toast.tsx'
import { isWin, momentOf, newsOf, type News } from './model.ts'
import { remedyOf } from './refusal.ts'
import type { Moment } from './scene/contract.ts'

/** What is under way. `play`: the answer is here and is being shown. */
export type Busy = 'start' | 'cast' | 'surface' | 'play' | null
/** A sheet that a refusal opened. */
export type Notice = { readonly about: 'coins' | 'diamonds' | 'limits'; readonly error: unknown }
/** The last event with a number of its own, so that the same event twice is announced twice. */
export type Told = { readonly news: News; readonly bonus: string; readonly id: number }

/** Everything the screen of the game shows and may do. */
export function useDive(play: (moment: Moment) => Promise<void>) {
  const dispatch = useAppDispatch()
  const info = useFishingPlayerInfoQuery()
  const config = useFishingConfigQuery()
  const [askStart] = useFishingDiveStartMutation()
  const [askCast] = useFishingCastMutation()
  const [askSurface] = useFishingSurfaceMutation()
  const [busy, setBusy] = useState<Busy>(null)
  const [held, setHeld] = useState<Dive | null | undefined>(undefined)
  const [told, setTold] = useState<Told | null>(null)
  const [result, setResult] = useState<DiveResult | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [closed, setClosed] = useState<readonly number[]>([])
  const [readyAt, setReadyAt] = useState(0)
  const [startedHere, setStartedHere] = useState<readonly string[]>([])
  const running = useRef(false)
  const count = useRef(0)
  const dive = held === undefined ? (info.data?.dive ?? null) : held

  const keep = (next: Dive | null) => {
    dispatch(endpoints.util.updateQueryData('fishingPlayerInfo', undefined, (draft) => { draft.dive = next }))
    if (next !== null) setReadyAt(next.next_cast_at)
  }

  const once = async (kind: Exclude<Busy, null>, work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(kind)
    setHeld(dive)
    try {
      await work()
    } finally {
      running.current = false
      setHeld(undefined)
      setBusy(null)
    }
  }

  const refused = (error: unknown, stake: number) => {
    const remedy = remedyOf(error)
    switch (remedy.do) {
      case 'adopt': return keep(remedy.dive)
      case 'wait': return setReadyAt(serverNow() + remedy.ms)
      case 'offer': return setNotice({ about: remedy.what, error })
      case 'explain': return setNotice({ about: 'limits', error })
      case 'closeStake': setClosed((before) => [...before, stake]); break
      case 'refresh': void info.refetch(); if (remedy.quiet) return undefined; break
      case 'say': break
    }
    haptic('error')
    return toastError(error)
  }

  const tell = (before: Dive, cast: Cast) => {
    const news = newsOf(before, cast)
    count.current += 1
    setTold({ news, bonus: cast.bonus, id: count.current })
    if (news.kind === 'fish') haptic(news.grand ? 'heavy' : 'light')
    if (news.kind === 'chest') haptic('success')
    if (news.kind === 'mine') haptic(news.lost > 0 ? 'error' : 'warning')
  }

  const close = async (finished: DiveResult) => {
    setBusy('play')
    await play({ kind: 'surface', celebrate: isWin(finished) })
    keep(null)
    setTold(null)
    setResult(finished)
    if (isWin(finished)) haptic('success')
  }

  return {
    info, config, dive, busy, told, result, notice, closed, readyAt,
    /** The dive was open before this page was: say that it goes on. */
    resumed: dive !== null && !startedHere.includes(dive.dive_id),
    dismissResumed: () => dive !== null && setStartedHere((before) => [...before, dive.dive_id]),
    closeResult: () => setResult(null),
    closeNotice: () => setNotice(null),
    start: (stake: number, level: number) => once('start', async () => {
      const answer = await askStart({ stake, start_level: level })
      if (answer.error !== undefined) return refused(answer.error, stake)
      const opened = answer.data.dive
      setStartedHere((before) => [...before, opened.dive_id])
      setBusy('play')
      await play({ kind: 'drop', level: opened.level })
      keep(opened)
    }),
    cast: (shield: boolean) => once('cast', async () => {
      if (dive === null) return
      const answer = await askCast({ dive_id: dive.dive_id, seq: dive.seq, shield })
      if (answer.error !== undefined) return refused(answer.error, dive.stake)
      const { cast, dive: after, result: finished } = answer.data
      setReadyAt(after?.next_cast_at ?? 0)
      setBusy('play')
      setStartedHere((before) => (before.includes(dive.dive_id) ? before : [...before, dive.dive_id]))
      await play(momentOf(dive, cast))
      tell(dive, cast)
      if (finished !== null) return close(finished)
      keep(after)
    }),
    surface: () => once('surface', async () => {
      if (dive === null) return
      const answer = await askSurface({ dive_id: dive.dive_id })
      if (answer.error !== undefined) return refused(answer.error, dive.stake)
      await close(answer.data.result)
    }),
  }
}

/** The desk as the parts of the screen see it. */
export type DiveDesk = ReturnType<typeof useDive>
