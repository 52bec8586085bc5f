// A file of the product that a phone loses on its way.

/** Pauses before the further tries. */
const pausesMs = [1_000, 2_000, 4_000]
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Loads, a few times if need be. No more of them: some browsers remember a failed module and never ask for it again, so
 * that only a new page helps (`loadFailed.ts`).
 */
export async function fewTries<T>(
  load: () => Promise<T>,
  pause: (ms: number) => Promise<void> = sleep,
): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await load()
    } catch (fault) {
      console.error('A file did not come', fault)
    }
    await pause(pauseMs)
  }
  return load()
}
