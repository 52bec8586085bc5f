// What a screen counts down to opens by itself once its time has passed, also on a phone that slept at that moment.
import { useEffect } from 'react'

/** While a refetch fails. */
const askAgainMs = 30_000

/** Options of the query: while a refetch fails, the next follows once the device is online again, or after a pause. */
export const oncePassed = (passed: boolean) => ({
  refetchOnReconnect: passed,
  pollingInterval: passed ? askAgainMs : 0,
  skipPollingIfUnfocused: true,
})

/** Asks again as soon as the time has passed. */
export function useRefetchOncePassed(passed: boolean, refetch: () => unknown): void {
  useEffect(() => {
    if (passed) void refetch()
  }, [passed, refetch])
}
