// What is fetched at start, in the order of domain §10.4. A start without connection is not given up: it tries again,
// ever slower, until the network is back. A refusal ends it; the shell shows why.
import { login } from '../api/baseQuery.ts'
import { codeOf, codes } from '../shared/envelope.ts'
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
  const first = await store.dispatch(systemConfig.initiate())
  if (first.isSuccess) return
  void untilAnswered(wire, async () => {
    const { isSuccess, error } = await store.dispatch(
      systemConfig.initiate(undefined, { forceRefetch: true }),
    )
    return isSuccess || codeOf(error) !== null
  })
}

/**
 * Login, then user and player, then team; then the infos are loaded. The game's own configuration comes with the
 * player, when the game is what opens: its controls stand as soon as both are there.
 */
export async function loadInfos(store: Store, wire: Wire, inGame: boolean): Promise<void> {
  const { dispatch } = store
  let refused = false
  await untilAnswered(wire, async () => {
    const opened = await login(wire, dispatch)
    if ('token' in opened) return true
    if (opened.error.kind === 'network') return false
    dispatch(sessionLost(opened.error))
    refused = true
    return true
  })
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

async function untilAnswered(wire: Wire, attempt: () => Promise<boolean>): Promise<void> {
  let pauseMs = pauseMinMs
  while (!(await attempt())) {
    await wire.pause(pauseMs)
    pauseMs = Math.min(pauseMs * 2, pauseMaxMs)
  }
}
