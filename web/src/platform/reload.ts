// Loading the page anew, where there is a connection to load it with.
import { abortAfter } from '../shared/abortAfter.ts'
import { reloadPage } from './launch.ts'

/** A connection that has just come back may hang. */
const timeoutMs = 10_000

/** Reloads once the server answers; false where it does not: a page that is loaded without a connection is no page. */
export async function reloadIfThere(): Promise<boolean> {
  const signal = abortAfter(timeoutMs)
  const isThere = await fetch(location.origin + location.pathname, { cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isThere) reloadPage()
  return isThere
}
