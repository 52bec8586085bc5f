// A player of the real server: in the browser through the development sign-in, or by calls alone.
import { randomInt, randomUUID } from 'node:crypto'
import { openBrowser, openPhone, settled } from './browser.mjs'

/** Address of the server under test. */
export const base = process.env.E2E_BASE ?? ''
if (!base) throw new Error('E2E_BASE says where the server is; `npm run e2e` starts one')

/** A messenger id that no other test uses. */
export const newId = () => randomInt(10_000_000, 2_000_000_000)

/** Runs a story in a browser of its own, signed in as a new player, and fails on any problem of the page. */
export async function withPlayer(story, { tgId = newId(), route = '/', allowed = [], ...phone } = {}) {
  const browser = await openBrowser()
  try {
    const { page, problems, context } = await openPhone(browser, phone)
    await page.goto(`${base}/dev?tg_id=${tgId}`)
    await page.getByRole('navigation').waitFor()
    if (route === '/') await settled(page)
    else {
      await page.evaluate((hash) => {
        location.hash = hash
      }, route)
      await settled(page)
    }
    await story({ page, context, tgId })
    const real = problems.filter((problem) => !allowed.some((text) => problem.includes(text)))
    if (real.length > 0) throw new Error(`The page reported: ${real.join(' | ')}`)
  } finally {
    await browser.close()
  }
}

/** Signs in by calls alone; gives a function that calls with the token. */
export async function callsOf(tgId) {
  const redirected = await fetch(`${base}/dev?tg_id=${tgId}`, { redirect: 'manual' })
  const hash = new URLSearchParams((redirected.headers.get('location') ?? '').replace(/^\/#/, ''))
  const { token } = await post('login/telegram', { init_data: hash.get('tgWebAppData'), inviter: '' })
  return (path, body = {}) => post(path, { token, ...body })
}

/** Asks until there is something, and gives it; the test's own time limit ends a wait in vain. */
export async function until(ask) {
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((done) => setTimeout(done, 250))
  }
}

/** A new request id. */
export const reqId = () => randomUUID()

/** The terms accepted and an order of 10 USDT under way: one that waits for its payment is kept. */
export async function ordered(call) {
  await call('user/accept_terms', { version: '1', req_id: reqId() })
  const { open } = await call('coupon/info')
  if (!open.some(({ pay }) => pay !== null))
    await call('topup/create', { channel: 'ton_usdt', amount: '10', req_id: reqId() })
}

/** The body of a start, with what a device draws for it. */
export function diveStart() {
  const id = reqId()
  return { req_id: id, stake: 10, start_level: 1, device_value: id.replaceAll('-', '') }
}

/** Dives and surfaces by calls, and gives the dive's id; the time between two casts is the server's rule. */
export async function playDive(call, casts) {
  let { dive } = await call('fishing/dive_start', diveStart())
  const id = dive.dive_id
  for (let done = 0; done < casts; done++) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dive.next_cast_at - Date.now() + 20)))
    ;({ dive } = await call('fishing/cast', { req_id: reqId(), dive_id: id, seq: dive.seq, shield: false }))
  }
  await call('fishing/surface', { req_id: reqId(), dive_id: id })
  return id
}

/** A path of its own, such as the demo wallet's, begins with a slash. */
async function post(path, body) {
  const response = await fetch(path.startsWith('/') ? base + path : `${base}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, ts: Date.now() }),
  })
  const envelope = await response.json()
  if (envelope.error !== 0) throw new Error(`${path}: ${envelope.error} ${envelope.message}`)
  return envelope.data
}
