// Gifts, counts and limits of a day open again at 00:00 UTC, and no answer comes by itself at that time: what is on the
// screen is asked for again. A device that slept or had no connection then does so when it is back.
import { api } from '../api/api.ts'
import { serverNow } from '../api/clock.ts'
import type { Tag } from '../api/tags.ts'
import { onVisible, visible } from '../platform/visibility.ts'
import type { Store } from '../state/store.ts'

const dayMs = 86_400_000
/** Not all players at the same moment, and none before the server's own day has begun. */
const [afterMinMs, afterMaxMs] = [1_000, 5_000]

/** Whatever counts by the day. */
const dayTags: readonly Tag[] = [
  'Player',
  'SignIn',
  'Vip',
  'Exchange',
  'Withdraws',
  'Shop',
  'Coupon',
  'Limits',
  'Team',
  'Tasks',
  'Ranks',
]

/** Follows the days until the returned function is called. */
export function followDay(store: Store): () => void {
  const afterMs = afterMinMs + Math.random() * (afterMaxMs - afterMinMs)
  const now = () => serverNow() - afterMs
  const today = () => Math.floor(now() / dayMs)
  let seen = today()
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    const day = today()
    // An answer has set the clock back over midnight: its day comes once more.
    if (day < seen) seen = day
    if (day === seen || !visible() || !store.getState().system.online) return
    seen = day
    store.dispatch(api.util.invalidateTags([...dayTags]))
  }
  const plan = () => {
    timer = setTimeout(
      () => {
        look()
        plan()
      },
      dayMs - (now() % dayMs) + 1,
    )
  }
  // The store knows when the connection is back.
  const offs = [store.subscribe(look), onVisible(look)]
  plan()
  return () => {
    for (const off of offs) off()
    clearTimeout(timer)
  }
}
