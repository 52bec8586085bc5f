// Keys of the whole console. Letters only while nobody writes; Ctrl-K always.
import { useEffect, useRef } from 'react'
import { useGo } from '../ui/Go.tsx'
import { print } from '../ui/usePrinting.ts'
import { isTaken } from '../ui/useRowKeys.ts'

/** What lies over the screen. */
export type Open = 'palette' | 'past' | 'keys' | 'saved' | null

const goTo: Readonly<Record<string, string>> = {
  o: '/overview',
  p: '/players',
  e: '/entries',
  b: '/trial',
  l: '/events',
}
/** Time for the second letter. */
const togetherMs = 900

/** Listens while the shell stands. */
export function useShellKeys(open: (what: Open) => void): void {
  const go = useGo()
  const goneAtMs = useRef(0)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        return open('palette')
      }
      // Paper has the whole list, which takes a moment to fetch.
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'p') {
        event.preventDefault()
        return print()
      }
      if (isTaken(event)) return undefined
      const second = Date.now() - goneAtMs.current < togetherMs ? goTo[event.key] : undefined
      goneAtMs.current = event.key === 'g' ? Date.now() : 0
      if (second) return go(second)
      if (event.key === '/') {
        const filter = document.querySelector<HTMLInputElement>('[data-filter]')
        if (filter) event.preventDefault()
        return filter?.focus()
      }
      if (event.key === '?') return open('keys')
      if (event.key === 't') return open('past')
      return undefined
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [open, go])
}
