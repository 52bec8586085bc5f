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
      history.pushState({ idx: null, ...(history.state as object | null), sheet: true }, '')
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
  const ends = [openSheets.subscribe(follow), router.subscribe(follow)]
  follow()
  return () => {
    removeEventListener('popstate', onPop, { capture: true })
    for (const end of ends) end()
  }
}

function onSheetEntry(): boolean {
  return (history.state as { sheet?: boolean } | null)?.sheet === true
}
