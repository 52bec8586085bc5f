// The browser's Back closes the sheet on top before it leaves the screen. While a sheet is open an entry of its own
// lies above the screen's in the history: same address, same router state, and a mark. Back removes that entry, which
// the router never hears of. A sheet that is closed in another way takes the entry along, and so does a navigation:
// what replaces an entry must replace the screen's.
import { openSheets } from '../ui/openSheets.ts'
import type { HashRouter } from './hashRouter.ts'

type Router = Pick<HashRouter, 'navigate' | 'subscribe' | 'state'>

/** Starts before the first navigation; the returned function ends it. */
export function closeSheetsOnBack(router: Router): () => void {
  const { navigate } = router
  let address = ''
  /** Set while our own step back is under way. */
  let left: Promise<void> | null = null
  let arrived = () => {}

  const leave = () => {
    left ??= new Promise((done) => {
      arrived = done
      history.back()
    })
    return left
  }

  const follow = () => {
    if (left !== null || router.state.navigation.state !== 'idle') return
    const covered = openSheets.count() > 0
    if (covered && !onSheetEntry()) {
      address = location.href
      markEntry()
    }
    if (!covered && onSheetEntry()) void leave()
  }

  const onPop = (event: PopStateEvent) => {
    if (left !== null) {
      event.stopImmediatePropagation()
      // A navigation that waited for this comes first.
      void left.then(follow)
      left = null
      arrived()
    } else if (openSheets.count() > 0 && location.href === address) {
      event.stopImmediatePropagation()
      openSheets.closeTop()
    }
  }

  router.navigate = async (...to) => {
    if (left !== null || onSheetEntry()) await leave()
    return navigate(...to)
  }
  // Before the router's own listener.
  addEventListener('popstate', onPop, { capture: true })
  if (onSheetEntry() && !screenIsBelow()) unmarkEntry()
  const ends = [openSheets.subscribe(follow), router.subscribe(follow)]
  follow()
  return () => {
    removeEventListener('popstate', onPop, { capture: true })
    for (const end of ends) end()
  }
}

type Mark = { idx: number | null; sheet?: number } | null
const entry = () => history.state as Mark

const onSheetEntry = () => entry()?.sheet !== undefined

/** Adds the entry of a sheet. Its mark is the length of the history with it. */
function markEntry(): void {
  const sheet = history.length + 1
  history.pushState({ idx: null, ...entry(), sheet }, '')
  if (history.length !== sheet) history.replaceState({ ...entry(), sheet: history.length }, '')
}

/**
 * Whether Back from the entry of a sheet leads to its screen. A browser that was about to reload when the entry was
 * added puts it in the screen's place, and the history is as short as before: Back would leave the app.
 */
const screenIsBelow = () => history.length >= (entry()?.sheet ?? 0)

function unmarkEntry(): void {
  history.replaceState({ ...entry(), sheet: undefined }, '')
}
