/**
 * Start, cast and surface as three short stories: ask the server, play its answer, then show the numbers.
 *
 * Nothing is shown before it is known. What a refusal means is decided in `refusal.ts` and carried out here.
 */
import { serverNow } from '../../api/clock.ts'
import { codeOf, codes, type ApiError } from '../../shared/envelope.ts'
import type {
  Cast,
  Dive,
  DiveResult,
  FishingCastBody,
  FishingCastData,
  FishingDiveDetailData,
  FishingDiveStartBody,
  FishingDiveStartData,
  FishingSeedInfoData,
  FishingSurfaceBody,
  FishingSurfaceData,
} from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { sound } from '../../platform/sound.ts'
import { toastError } from '../../ui/toast.tsx'
import { factsOf, factsOfPast, findingsOf, valueFor } from '../../state/deviceValue.ts'
import { bestOf, lineAfter, type Best } from './best.ts'
import { isWin, momentOf, newsOf, type News } from './model.ts'
import { remedyOf } from './refusal.ts'
import type { Moment } from './scene/contract.ts'
import { bandOf } from './scene/measure.ts'

/** What is under way. `play`: the answer is here and is being shown. */
export type Busy = 'start' | 'cast' | 'surface' | 'play' | null
/** A sheet that a refusal opened. */
export type Notice = { readonly about: 'coins' | 'diamonds' | 'limits'; readonly error: unknown }
/** The last event with a number of its own, so that the same event twice is announced twice. */
export type Announcement = { readonly news: News; readonly bonus: string; readonly id: number }

/** What the screen knows besides the server's data. */
export interface Desk {
  readonly busy: Busy
  /** The dive as it was when the command under way began; undefined when none is. */
  readonly shown: Dive | null | undefined
  readonly announcement: Announcement | null
  readonly result: DiveResult | null
  /** The best fish of the result. */
  readonly best: Best | null
  readonly notice: Notice | null
  /** Stakes that the server refused in this visit. */
  readonly closed: readonly number[]
  /** Server's time of the next possible cast, ms. */
  readonly readyAt: number
  /** Dives that were begun or already announced in this visit. */
  readonly known: readonly string[]
}

/** The fish swims in before it bites. */
const biteAfterMs = 560

type Answer<T> = { data: T; error?: undefined } | { data?: undefined; error: ApiError | object }

/** What a command works with. */
export interface Tools {
  /** Whose dives these are. */
  readonly account: string
  readonly dive: Dive | null
  readonly play: (moment: Moment) => Promise<void>
  readonly change: (how: (desk: Desk) => Partial<Desk>) => void
  /** Makes this the player's dive in the cache of server data. */
  readonly keep: (dive: Dive | null) => void
  readonly refetch: () => void
  readonly ask: {
    /** How the seed pair stands now, not how it stood. */
    readonly seeds: () => PromiseLike<Answer<FishingSeedInfoData>>
    /** The newest dive that is over; null where there is none, or no answer. */
    readonly lastDive: () => PromiseLike<(FishingDiveDetailData & { dive_id: string }) | null>
    readonly start: (body: FishingDiveStartBody) => PromiseLike<Answer<FishingDiveStartData>>
    readonly cast: (body: FishingCastBody) => PromiseLike<Answer<FishingCastData>>
    readonly surface: (body: FishingSurfaceBody) => PromiseLike<Answer<FishingSurfaceData>>
  }
}

/** Opens a dive under what the server shows of its seeds and then a value of this device (domain §2.6). */
export async function start(tools: Tools, stake: number, level: number): Promise<void> {
  const shown = await tools.ask.seeds()
  if (shown.error !== undefined) return refused(tools, shown.error, stake)
  const value = valueFor(tools.account, shown.data)
  const answer = await tools.ask.start({ stake, start_level: level, device_value: value })
  if (answer.error !== undefined) {
    if (codeOf(answer.error) === codes.field) await spendLast(tools)
    return refused(tools, answer.error, stake)
  }
  const { dive } = answer.data
  findingsOf(tools.account, factsOf(dive), value)
  tools.change((desk) => ({ busy: 'play', known: [...desk.known, dive.dive_id] }))
  sound('cast')
  sound('splash', 260)
  await tools.play({ kind: 'drop', level: dive.level })
  return tools.keep(dive)
}

/**
 * The value may be that of a dive that this device has never seen: its answer was lost, and it ended. That the server
 * says so is not enough to draw another one; the dive itself is.
 */
async function spendLast(tools: Tools): Promise<void> {
  const last = await tools.ask.lastDive()
  if (last !== null) findingsOf(tools.account, factsOfPast(last))
}

/** Plays the present level. */
export async function cast(tools: Tools, shield: boolean): Promise<void> {
  const before = tools.dive
  if (before === null) return
  sound('cast')
  const answer = await tools.ask.cast({ dive_id: before.dive_id, seq: before.seq, shield })
  if (answer.error !== undefined) refused(tools, answer.error, before.stake)
  else await playCast(tools, before, answer.data)
}

async function playCast(tools: Tools, before: Dive, answer: FishingCastData): Promise<void> {
  const { cast: drawn, dive: after, result } = answer
  tools.change((desk) => ({
    busy: 'play',
    readyAt: after?.next_cast_at ?? 0,
    known: [...desk.known, before.dive_id],
  }))
  if (drawn.kind === 'fish') sound('bite', biteAfterMs)
  await tools.play(momentOf(before, drawn))
  announce(tools, before, drawn)
  if (result !== null) return close(tools, result, bestOf(lineAfter(before, drawn)))
  if (after !== null && raisesRisk(before, after)) sound('risk', 500)
  return tools.keep(after)
}

/** Ends the dive and takes what there is. */
export async function surface(tools: Tools): Promise<void> {
  const before = tools.dive
  if (before === null) return
  const answer = await tools.ask.surface({ dive_id: before.dive_id })
  if (answer.error !== undefined) refused(tools, answer.error, before.stake)
  else await close(tools, answer.data.result, bestOf(before.line))
}

function announce(tools: Tools, before: Dive, drawn: Cast): void {
  const news = newsOf(before, drawn)
  tools.change((desk) => ({
    announcement: { news, bonus: drawn.bonus, id: (desk.announcement?.id ?? 0) + 1 },
  }))
  // A mine makes no sound: a loss is said, not played.
  if (news.kind === 'fish' || news.kind === 'chest') sound('catch')
  if (news.kind === 'fish') haptic(news.grand ? 'heavy' : 'light')
  if (news.kind === 'chest') haptic('success')
  if (news.kind === 'mine') haptic(news.lost > 0 ? 'error' : 'warning')
}

async function close(tools: Tools, result: DiveResult, best: Best | null): Promise<void> {
  const win = isWin(result)
  tools.change(() => ({ busy: 'play' }))
  await tools.play({ kind: 'surface', celebrate: win })
  tools.keep(null)
  tools.change(() => ({ announcement: null, result, best }))
  sound(win ? 'cashOut' : 'splash')
  if (win) haptic('success')
}

/** There is something to lose for the first time, or more of a chance to lose it. */
function raisesRisk(before: Dive, after: Dive): boolean {
  return after.line.length > 0 && (before.line.length === 0 || bandOf(after.level) !== bandOf(before.level))
}

function refused(tools: Tools, error: unknown, stake: number): void {
  const remedy = remedyOf(error)
  switch (remedy.do) {
    case 'adopt':
      return tools.keep(remedy.dive)
    case 'wait':
      return tools.change(() => ({ readyAt: serverNow() + remedy.ms }))
    case 'offer':
      return tools.change(() => ({ notice: { about: remedy.what, error } }))
    case 'explain':
      return tools.change(() => ({ notice: { about: 'limits', error } }))
    case 'closeStake':
      tools.change((desk) => ({ closed: [...desk.closed, stake] }))
      break
    case 'refresh':
      tools.refetch()
      if (remedy.quiet) return undefined
      break
    case 'say':
      break
  }
  haptic('error')
  return toastError(error)
}
