// Letters that act on what is open beside a list, such as a for approve. They rest while somebody writes, while a
// dialog is open, and while the past is shown.
import { useEffect, useRef } from 'react'
import { useWritable } from '../api/store.ts'
import { isTaken } from '../ui/useRowKeys.ts'

/** Acts by letter; null for one that is not possible now. */
export function useActionKeys(acts: Readonly<Record<string, (() => void) | null>>): void {
  const writable = useWritable()
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    if (!writable) return undefined
    const listen = (event: KeyboardEvent) => {
      const act = isTaken(event) ? null : latest.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [writable])
}
