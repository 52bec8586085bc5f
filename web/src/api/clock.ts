// The server's clock as last seen in an answer. Countdowns use it, since a phone's clock may be
// minutes off.

let offsetMs = 0

/** Takes the server's time from an answer, in milliseconds. */
export function serverTimeSeen(serverMs: number): void {
  offsetMs = serverMs - Date.now()
}

/** The server's time now, in milliseconds. */
export function serverNow(): number {
  return Date.now() + offsetMs
}
