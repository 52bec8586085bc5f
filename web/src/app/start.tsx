// The start sequence of domain §10.4: sign in while the configuration is fetched, show the shell as soon as
// texts are there, then user and player, then team, then "infos loaded".
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createWire, type Wire } from '../api/session.ts'
import { fetchScene } from '../features/fishing/scene/load.ts'
import { askTerms } from '../features/terms/gate.ts'
import { prepareErrors, startTexts } from '../i18n/i18n.ts'
import { resolve, requested } from '../i18n/languages.ts'
import { openStart, parseStartParam, type LaunchData } from '../platform/launch.ts'
import { allowHaptics, followTheme, ready, startMessenger } from '../platform/messenger.ts'
import { createEverySecond } from '../state/everySecond.ts'
import { selectConfig } from '../state/selectors.ts'
import { deviceId, localeChosen, savedLocale } from '../state/storage.ts'
import { createStore, type Store } from '../state/store.ts'
import { localeSet, scodeSeen } from '../state/system.ts'
import { fewTries } from './fewTries.ts'
import { loadConfig, loadInfos } from './infos.ts'
import { OpenInMessenger } from './OpenInMessenger.tsx'
import { makeRouter, Routed } from './router.tsx'
import { dropSplash } from '../ui/splash.ts'
import { EverySecondContext } from '../state/useEverySecond.ts'
import { watchDevice } from './device.ts'

/** Starts the product with the messenger's launch data, or explains where to open it. */
export async function run(launch: LaunchData | null): Promise<void> {
  const startParam = parseStartParam(launch?.startParam ?? '')
  const { scode } = startParam
  const wire = createWire({
    launch: () => (launch ? { initData: launch.initData, inviter: scode, device: deviceOf(launch) } : null),
    askTerms,
  })
  const store = createStore(wire)
  if (launch) startMessenger(launch)
  followTheme()
  watchDevice(store)
  allowHaptics(store.getState().pages['senses']?.['haptics'] !== false)
  if (!launch) {
    const language = chooseLanguage(store)
    await fewTries(() => startTexts(language))
    dropSplash()
    show(
      <Provider store={store}>
        <OpenInMessenger />
      </Provider>,
    )
    void loadConfig(store, wire)
    return
  }
  store.dispatch(scodeSeen(scode))
  openStart(startParam)
  const inGame = opensGame()
  // Its code comes while the configuration and the login are asked for, that of the sea behind it.
  if (inGame) void import('../pages/index.tsx').then(() => fetchScene())
  const infos = loadInfos(store, wire, inGame, () => stands)
  const stands = showScreens(store, wire, inGame)
  await stands
  await infos
  const { afterStart } = await fewTries(() => import('./afterStart.ts'))
  await afterStart(store, wire)
}

/** The shell with its screen, as soon as the configuration has said in which language. */
async function showScreens(store: Store, wire: Wire, inGame: boolean): Promise<void> {
  await loadConfig(store, wire)
  const language = chooseLanguage(store)
  await fewTries(() => startTexts(language, inGame ? ['fishing'] : []))
  const everySecond = createEverySecond(() => store.getState().client.infosLoaded)
  show(
    <Provider store={store}>
      <EverySecondContext value={everySecond}>
        <Routed router={makeRouter(store)} />
      </EverySecondContext>
    </Provider>,
  )
  ready()
  prepareErrors()
}

/**
 * The device's id. Several demo players of a development server play in one browser: each has a device of their own.
 */
function deviceOf(launch: LaunchData): string | null {
  if (!__DEV_MESSENGER__ || document.documentElement.dataset['messenger'] !== 'mock') return deviceId()
  const user: unknown = JSON.parse(new URLSearchParams(launch.initData).get('user') ?? '{}')
  return `dev-${String((user as { id?: unknown }).id)}`
}

/** Whether the address leads to the main screen. */
function opensGame(): boolean {
  return ['', '#', '#/'].includes(location.hash.split('?')[0] ?? '')
}

/** The language at start: the address's wish, else the saved one, else the default. */
function chooseLanguage(store: Store) {
  const configured = selectConfig(store.getState())?.languages ?? []
  const wish =
    requested(new URLSearchParams(location.hash.split('?')[1])) ??
    requested(new URLSearchParams(location.search))
  const language = resolve(wish, savedLocale(), configured)
  if (wish !== null) store.dispatch(localeChosen(language))
  store.dispatch(localeSet(language))
  return language
}

function show(screen: ReactNode): void {
  const host = document.getElementById('root')
  if (!host) throw new Error('The page has no #root')
  createRoot(host).render(<StrictMode>{screen}</StrictMode>)
}
