// The moment, often enough for clocks that count hours.
import { useEffect, useState } from 'react'

const tickMs = 15_000

/** Milliseconds; moves on by itself. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const ticks = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(ticks)
  }, [])
  return now
}
