// Where the router is, for tests of what leads where.
import { useLocation } from 'react-router'

/** The route as text. */
export function Where() {
  const { pathname, search } = useLocation()
  return <output aria-label="route">{pathname + search}</output>
}
