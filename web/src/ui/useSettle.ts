// A quick answer to the first tap of a double tap must not make room for the second.
import { useLayoutEffect, useRef } from 'react'
import { settle } from './openSheets.ts'

/** Taps are ignored for a short time once what was `busy` no longer is. */
export function useSettle(busy: boolean): void {
  const before = useRef(busy)
  useLayoutEffect(() => {
    if (before.current && !busy) settle()
    before.current = busy
  }, [busy])
}
