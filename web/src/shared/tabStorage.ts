// What this tab keeps over a reload. Some WebViews refuse session storage as soon as it is named: then the values live
// as long as the page, and nothing fails.

/** What could not be stored. It is newer than what the storage may still hold under the same key. */
const memory = new Map<string, string>()

/** The result of an access to the storage, or `refused` where the device allows none. */
function stored<T>(access: (storage: Storage) => T, refused: T): T {
  try {
    return access(sessionStorage)
  } catch {
    return refused
  }
}

/** The values of this tab by key. */
export const tabStorage = {
  get: (key: string): string | null =>
    memory.get(key) ?? stored<string | null>((storage) => storage.getItem(key), null),

  /**
   * False where a reload will not find it again. What the storage holds under the key from before stays: of two tries
   * of a command the older id is one that the server may know, while none would make the same command a new one.
   */
  set(key: string, value: string): boolean {
    memory.set(key, value)
    const isStored = stored((storage) => {
      storage.setItem(key, value)
      return true
    }, false)
    if (isStored) memory.delete(key)
    return isStored
  },

  remove(key: string): void {
    memory.delete(key)
    stored((storage) => storage.removeItem(key), undefined)
  },

  /** Whether a reload finds everything again. */
  isKept: (): boolean => memory.size === 0,

  keys: (): string[] => [
    ...new Set([...stored<string[]>((storage) => Object.keys(storage), []), ...memory.keys()]),
  ],

  clear(): void {
    memory.clear()
    stored((storage) => storage.clear(), undefined)
  },
}
