/** A number that counts up to where it is, once. */
import { useEffect, useState } from 'react'
import { fromMinor, toMinor } from '../../shared/money.ts'
import { calm } from '../../ui/motion.ts'

const lengthMs = 800
const places = 2

/** An amount of gusd on its way from nothing to `to`; with less motion wanted it is there at once. */
export function useCountUp(to: string): string {
  const [part, setPart] = useState(() => (calm() ? 1 : 0))
  useEffect(() => {
    if (calm()) return undefined
    const startMs = performance.now()
    let frame = 0
    const tick = (nowMs: number) => {
      const done = Math.min(1, Math.max(0, nowMs - startMs) / lengthMs)
      setPart(1 - (1 - done) ** 3)
      if (done < 1) frame = requestAnimationFrame(tick)
    }
    frame = requestAnimationFrame(tick)
    return () => cancelAnimationFrame(frame)
  }, [to])
  // Thousandths of the whole: the amount itself stays exact.
  return part === 1
    ? to
    : fromMinor(((toMinor(to, places) ?? 0n) * BigInt(Math.floor(part * 1000))) / 1000n, places)
}
