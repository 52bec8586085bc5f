// The launch data and the way it arrives: the messenger puts it into the address's hash, where the router
// wants its route. So it is taken, the hash is cleaned, and only then may a router be made.
import { tabStorage } from '../shared/tabStorage.ts'

/** What the messenger gave: the signed text, the start parameter as the client shows it, and the client's looks. */
export type LaunchData = {
  initData: string
  startParam: string
  /** The client's interface version, such as "8.0". */
  version: string
  /** The client's colours, unchecked. */
  theme: unknown
}

/**
 * A start parameter's parts: `r_<scode>`, `p_<packet code>` or `r_<scode>__p_<code>`, or the screen that a message of
 * the bot opens, `s_<screen>` (domain §3.1).
 */
export type StartParam = { scode: string; packet: string; screen: string }

/** Screens that a message of the bot may open. */
const startScreens: Readonly<Record<string, string>> = {
  signin: '/home/signin',
  withdraw: '/withdraw/index',
  invite: '/invite/index',
  exchange: '/home/exchange',
  coupon: '/pay/coupon',
}

const keptKey = 'launch data'
/** Apart from the launch data, which a refusal drops. */
const userKey = 'launch user'
const reloadsKey = 'launch reloads'
const openedKey = 'start parameter opened'
/** domain §10.4: reload after 200 ms. */
export const reloadAfterMs = 200
/** A plain browser would reload for ever. */
export const reloadsMax = 5

/** The launch data, from the address or from this tab's earlier start; null when there is none. */
export function takeLaunch(): LaunchData | null {
  const inAddress = parametersOf(location.hash)
  const kept = parametersOf(tabStorage.get(keptKey) ?? '')
  const parameters = inAddress.has('tgWebAppData') ? inAddress : kept
  const initData = parameters.get('tgWebAppData')
  if (!initData) return null
  leaveTabTo(userOf(initData))
  tabStorage.set(keptKey, parameters.toString())
  tabStorage.remove(reloadsKey)
  history.replaceState(history.state, '', location.pathname + location.search + routeOf(location.hash))
  return {
    initData,
    startParam:
      parameters.get('tgWebAppStartParam') ?? new URLSearchParams(initData).get('start_param') ?? '',
    // Development launch data carries nothing but the signed part: then the client is as new as we know.
    version: parameters.get('tgWebAppVersion') ?? '9.0',
    theme: parseJson(parameters.get('tgWebAppThemeParams')),
  }
}

/**
 * What another user's session kept in this tab, such as a command without an answer or a connected wallet, would go
 * on in this user's name. All of it goes, so that nothing that is kept later on can be forgotten here.
 */
function leaveTabTo(user: string): void {
  if (tabStorage.get(userKey) !== user) tabStorage.clear()
  tabStorage.set(userKey, user)
}

/** The messenger account that this tab plays as, as the messenger said at launch; empty without launch data. */
export function launchUser(): string {
  return tabStorage.get(userKey) ?? ''
}

/** The user whom the launch data name; the server refuses data that name none. */
function userOf(initData: string): string {
  const user = parseJson(new URLSearchParams(initData).get('user')) as { id?: unknown } | null
  return String(user?.id)
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function parametersOf(hash: string): URLSearchParams {
  const at = hash.indexOf('tgWebApp')
  return new URLSearchParams(at < 0 ? '' : hash.slice(at))
}

/** The route part of a hash: everything before the messenger's parameters. */
export function routeOf(hash: string): string {
  if (!hash.startsWith('#/')) return '#/'
  const at = hash.indexOf('tgWebApp')
  return at < 0 ? hash : hash.slice(0, at).replace(/[?&]$/, '')
}

/** Parts of a start parameter; unknown shapes give empty parts. */
export function parseStartParam(text: string): StartParam {
  const parts: StartParam = { scode: '', packet: '', screen: '' }
  for (const part of text.split('__')) {
    const match = /^([rps])_([A-Za-z0-9-]{1,64})$/.exec(part)
    if (match?.[1] === 'r') parts.scode = match[2] ?? ''
    if (match?.[1] === 'p') parts.packet = match[2] ?? ''
    if (match?.[1] === 's') parts.screen = match[2] ?? ''
  }
  return parts
}

/**
 * Goes to the red packet or the screen of the start parameter, once: after a reload the player stays where they were.
 */
export function openStart({ packet, screen }: StartParam): void {
  const route = packet ? `/red/${packet}` : Object.hasOwn(startScreens, screen) && startScreens[screen]
  if (!route || tabStorage.get(openedKey) === route) return
  tabStorage.set(openedKey, route)
  history.replaceState(history.state, '', `${location.pathname}${location.search}#${route}`)
}

/** Drops launch data that the server refused, so that a reload asks for new ones. */
export function forgetLaunch(): void {
  tabStorage.remove(keptKey)
}

/**
 * Loads the page anew. Where the device stores nothing, the launch data are put back into the address, as they came: a
 * reload has no other.
 */
export function reloadPage(): void {
  const parameters = tabStorage.get(keptKey)
  if (parameters !== null && !tabStorage.isKept()) {
    const route = location.hash || '#/'
    const hash = `${route}${route.includes('?') ? '&' : '?'}${parameters}`
    history.replaceState(history.state, '', location.pathname + location.search + hash)
  }
  location.reload()
}

/**
 * Whether a start without launch data may reload once more; counts the try. Where nothing can be counted it may not: it
 * would reload for ever.
 */
export function mayReload(): boolean {
  const done = Number(tabStorage.get(reloadsKey) ?? '0')
  if (!Number.isInteger(done) || done >= reloadsMax) return false
  return tabStorage.set(reloadsKey, String(done + 1))
}
