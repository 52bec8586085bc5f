// A single choice of the reader, kept on this device. Unreadable storage counts as empty.

/** What was chosen before, unchecked. */
export function keptChoice(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps the choice; a browser without storage forgets it with the page. */
export function keepChoice(key: string, chosen: string): void {
  try {
    localStorage.setItem(key, chosen)
  } catch {
    console.warn(`Storage is not available: ${key} is not kept`)
  }
}
