// What happens before every route change (domain §10.2): the query's language, the messenger's start parameter, the
// flag that router parameters were read.
import { api } from '../api/api.ts'
import { spokenTags } from '../api/tags.ts'
import { switchLanguage } from '../i18n/i18n.ts'
import { acceptOrDefault, requested } from '../i18n/languages.ts'
import { parseStartParam } from '../platform/launch.ts'
import { selectConfig } from '../state/selectors.ts'
import { localeChosen } from '../state/storage.ts'
import type { Store } from '../state/store.ts'
import { localeSet, routerParametersLoaded, scodeSeen } from '../state/system.ts'

/** Reads the address of a navigation that is about to happen. */
export async function beforeNavigation(store: Store, address: URL): Promise<void> {
  const query = address.searchParams
  const wish = requested(query)
  if (wish !== null) await chooseLanguage(store, wish)
  const start = query.get('tgWebAppStartParam') ?? query.get('startapp')
  const { scode } = parseStartParam(start ?? '')
  if (scode) store.dispatch(scodeSeen(scode))
  if (!store.getState().system.routerParametersLoaded) store.dispatch(routerParametersLoaded())
}

/**
 * Makes a language the one in force and saves it; one that is not configured becomes the default. What the server
 * answered in another one is asked for again.
 */
export async function chooseLanguage(store: Store, wish: string): Promise<void> {
  const language = acceptOrDefault(wish, selectConfig(store.getState())?.languages ?? [])
  store.dispatch(localeChosen(language))
  store.dispatch(localeSet(language))
  const changed = await switchLanguage(language)
  if (changed) store.dispatch(api.util.invalidateTags([...spokenTags]))
}
