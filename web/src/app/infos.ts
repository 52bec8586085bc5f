// What is fetched at start, in the order of domain §10.4. A start without connection is not given up: it tries again,
// ever slower, until the network is back. So does one that was refused as too many, which is an ordinary minute behind
// an address that many phones share. Any other refusal ends it; the shell shows why.
import { login } from '../api/baseQuery.ts'
import { codeOf, codes, isApiError, throttledMs, type ApiError } from '../shared/envelope.ts'
import { fishingConfig, fishingPlayerInfo, systemConfig, teamInfo, userInfo } from '../api/shared.ts'
import { sessionLost, type Wire } from '../api/session.ts'
import { infosLoaded } from '../state/client.ts'
import type { Store } from '../state/store.ts'
import { toastError } from '../ui/toast.tsx'

const pauseMinMs = 1_000
const pauseMaxMs = 30_000

/**
 * The product's configuration. Without an answer the start goes on with the default language and the rest follows
 * later.
 */
export async function loadConfig(store: Store, wire: Wire): Promise<void> {
  // One subscription keeps it, however often it is asked for.
  const ask = async (subscribe: boolean) => {
    const { isSuccess, error } = await store.dispatch(
      systemConfig.initiate(undefined, { forceRefetch: true, subscribe }),
    )
    return isSuccess ? null : askAgainMs(error)
  }
  const againMs = await ask(true)
  if (againMs !== null) void untilAnswered(wire, () => ask(false), againMs)
}

/**
 * Login, then user and player, then team; then the infos are loaded. The game's own configuration comes with the
 * player, when the game is what opens: its controls stand as soon as both are there. A login that must wait says so,
 * once, as soon as `stands`: the screen is there.
 */
export async function loadInfos(
  store: Store,
  wire: Wire,
  inGame: boolean,
  stands: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { dispatch } = store
  let refused = false
  let said = false
  const say = async (error: ApiError) => {
    said = true
    await stands()
    toastError(error)
  }
  const signIn = async () => {
    const opened = await login(wire, dispatch)
    if ('token' in opened) return null
    const againMs = askAgainMs(opened.error)
    if (!said && throttledMs(opened.error) !== null) void say(opened.error)
    refused = againMs === null
    if (refused) dispatch(sessionLost(opened.error))
    return againMs
  }
  await untilAnswered(wire, signIn, await signIn())
  if (refused) return
  if (inGame) void dispatch(fishingConfig.initiate())
  await Promise.all([
    dispatch(userInfo.initiate(undefined, { forceRefetch: true })),
    dispatch(fishingPlayerInfo.initiate()),
  ])
  const team = await dispatch(teamInfo.initiate())
  // A token error was already handled by the base query.
  if (team.error && codeOf(team.error) !== codes.token) toastError(team.error)
  dispatch(infosLoaded())
}

/** After how long at least the call is sent again; null when the answer stands. */
function askAgainMs(error: unknown): number | null {
  return isApiError(error) && error.kind === 'network' ? 0 : throttledMs(error)
}

/** Tries again until `attempt` gives null; `againMs` is what the first one gave. */
async function untilAnswered(
  wire: Wire,
  attempt: () => Promise<number | null>,
  againMs: number | null,
): Promise<void> {
  let pauseMs = pauseMinMs
  for (let leastMs = againMs; leastMs !== null; leastMs = await attempt()) {
    await wire.pause(Math.max(pauseMs, leastMs))
    pauseMs = Math.min(pauseMs * 2, pauseMaxMs)
  }
}
