// How far the player's log has been seen: the highest position of all envelopes. A hint about something
// below it is no news.

let seen = 0

/** Takes the position from an answer. */
export function seePosition(position: number): void {
  seen = Math.max(seen, position)
}

/** The highest position seen; 0 before any. */
export function positionSeen(): number {
  return seen
}
