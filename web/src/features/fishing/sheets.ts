/** Fetches the sheets of the game. A failure must not take the game with it, so it waits and tries again. */

type Sheets = typeof import('./GameSheets.tsx')

/** Pauses before the further tries, in milliseconds; the last failure is the screen's. */
const pausesMs = [1_000, 3_000, 10_000, 30_000]

/** The module with every sheet. */
export async function loadSheets(): Promise<Sheets> {
  for (const pauseMs of pausesMs) {
    try {
      return await import('./GameSheets.tsx')
    } catch (fault) {
      console.error('The sheets of the game could not be fetched', fault)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return import('./GameSheets.tsx')
}
