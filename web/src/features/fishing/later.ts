/**
 * Parts of the game that its first picture does not need. They are fetched as soon as the screen stands, so that
 * nobody waits for them; a failure must not take the game with it, so it waits and tries again.
 */
import { texts } from '../../i18n/texts.ts'
import { useEffect, useState } from 'react'

/** What only a dive needs: controls, catch, safe box, announcements. */
export type DiveParts = typeof import('./DiveParts.ts')

/** Pauses before the further tries, in milliseconds; the last failure is the screen's. */
const pausesMs = [1_000, 3_000, 10_000, 30_000]

/** What a tap on a button of the game does. */
export const loadCommands = () => withRetries(() => import('./commands.ts'))

/** The module with every sheet. */
export const loadSheets = () => withRetries(() => import('./GameSheets.tsx'))

/** With their texts: a part that waited for them would take the screen with it. */
async function loadParts(): Promise<DiveParts> {
  const [parts] = await Promise.all([import('./DiveParts.ts'), texts.loadNamespaces('dives')])
  return parts
}

/** The parts of a dive, or null while they are on their way. */
export function useDiveParts(): DiveParts | null {
  const [parts, setParts] = useState<DiveParts | null>(null)
  const [fault, setFault] = useState<unknown>(null)
  useEffect(() => {
    if (parts === null) void withRetries(loadParts).then(setParts, setFault)
  }, [parts])
  // The boundary round the screen says so and offers a reload.
  if (fault !== null) throw new Error('The parts of a dive could not be fetched', { cause: fault })
  return parts
}

async function withRetries<T>(load: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await load()
    } catch (fault) {
      console.error('A part of the game could not be fetched', fault)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return load()
}
