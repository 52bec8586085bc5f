// Re-draws a component every second by the one timer of the product.
import { createContext, use, useEffect, useReducer } from 'react'
import { createEverySecond, type EverySecond } from './everySecond.ts'

/** The product's timer; the default is for a component shown by itself. */
export const EverySecondContext = createContext<EverySecond>(createEverySecond(() => true))

/** The component draws again each second while it is mounted. */
export function useEverySecond(): void {
  const register = use(EverySecondContext)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => register(redraw), [register])
}
