// A line's reason in plain words. The server names the event ("DiveClosed"); an event that this build
// has no words for is still a recorded event.
import i18next from 'i18next'

/** "DiveClosed" and "dive_closed" are one reason. */
export function reasonKey(reason: string): string {
  return reason.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

/** The words for a reason, in the language in force; the namespace must be loaded. */
export function reasonText(reason: string): string {
  const key = `reason.${reasonKey(reason)}`
  return i18next.t((i18next.exists(key, { ns: 'wallet' }) ? key : 'reason.other') as 'reason.other', { ns: 'wallet' })
}
