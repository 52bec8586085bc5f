// The service that is asked: the debug build with a database of its own, in a folder that is removed afterwards.
import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const ledger =
  process.env.LEDGER_BIN ?? join(resolve(root, process.env.CARGO_TARGET_DIR ?? 'target'), 'debug/ledger')
const PLAYERS = 40
/** What every account has in its authenticator, and its password. */
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const PASSWORD = 'chosen by each for itself'
const READY_MS_MAX = 120_000
const STOP_MS_MAX = 60_000
/** Two of security, who make the other accounts. */
const MAKERS = ['requests.security', 'requests.second']
/** One member for each, so that every permission is held by somebody. */
const ROLES = ['support', 'risk', 'finance', 'finance_lead', 'config_admin', 'content', 'auditor']

function freePort() {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })
}

async function post(address, body, headers = {}) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  const answer = await response.json()
  if (answer.error !== 0) throw new Error(`${address} answered ${JSON.stringify(answer)}`)
  return { data: answer.data, cookies: response.headers.getSetCookie() }
}

/** Starts the service; gives its addresses, who may ask, whether it still runs, and how to stop it. */
export async function startService() {
  const folder = await mkdtemp(join(tmpdir(), 'requests-'))
  // Started as root the database runs as another user, who must be able to enter.
  await chmod(folder, 0o755)
  const [http, staffHttp] = [await freePort(), await freePort()]
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME ?? folder,
    RUST_LOG: 'warn',
    LEDGER_DATA: join(folder, 'data'),
    LEDGER_HTTP: `127.0.0.1:${http}`,
    LEDGER_STAFF_HTTP: `127.0.0.1:${staffHttp}`,
    LEDGER_BOT_TOKEN: '7000000000:AAFuzzingFuzzingFuzzingFuzzingFuzzing',
  }
  const [url, staffUrl] = [`http://127.0.0.1:${http}`, `http://127.0.0.1:${staffHttp}`]
  const child = spawn(ledger, ['serve'], { env, cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  let isRunning = true
  const ended = new Promise((done) => {
    child.once('error', done)
    child.once('exit', done)
  }).then(() => (isRunning = false))
  const run = async (...words) => (await promisify(execFile)(ledger, words, { env, cwd: root })).stdout.trim()

  async function stop() {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
    await ended
    clearTimeout(late)
    await rm(folder, { recursive: true, force: true })
  }

  async function untilReady() {
    for (const untilMs = Date.now() + READY_MS_MAX; Date.now() < untilMs;) {
      if (!isRunning) throw new Error(`The service ended before it was ready: ${ledger} serve`)
      const answer = await fetch(`${url}/health/ready`).catch(() => null)
      if (answer?.ok) return
      await new Promise((done) => setTimeout(done, 100))
    }
    throw new Error(`The service was not ready within ${READY_MS_MAX / 1_000} s`)
  }

  async function player(number) {
    const launch = await run('dev-login', '--tg-id', String(number))
    const login = { ts: Date.now(), init_data: launch, inviter: '' }
    const { token } = (await post(`${url}/api/v1/login/telegram`, login)).data
    const terms = { ts: Date.now(), token, req_id: randomUUID(), version: '1' }
    await post(`${url}/api/v1/user/accept_terms`, terms)
    return token
  }

  /** The command line as one of the two who make accounts. */
  const as = (file, more, ...words) =>
    promisify(execFile)(ledger, words, {
      env: { ...env, LEDGER_STAFF_SESSION: join(folder, file), ...more },
      cwd: root,
    }).then(({ stdout }) => stdout.trim())

  /** The owner of an account spends its code. */
  async function activate(name, code) {
    const words = ['staff', 'activate', name, '--code', code, '--secret', SECRET, '--url', staffUrl]
    await as('nobody', { LEDGER_STAFF_PASSWORD: PASSWORD }, ...words)
  }

  /** The first two accounts, which make the others; gives the cookie of the first. */
  async function security() {
    const codes = []
    for (const name of MAKERS) {
      const printed = await as('nobody', {}, 'staff', 'add', name, '--role', 'security')
      codes.push(/^code\s+(\S+)$/m.exec(printed)?.[1])
    }
    for (const [index, name] of MAKERS.entries()) {
      await activate(name, codes[index])
      const words = ['staff', 'login', name, '--url', staffUrl, '--code', await run('staff', 'code', name)]
      await as(name, { LEDGER_STAFF_PASSWORD: PASSWORD }, ...words)
    }
    return JSON.parse(await readFile(join(folder, MAKERS[0]), 'utf8')).cookie
  }

  async function member(role) {
    const name = `requests.${role}`
    const [maker, approver] = MAKERS
    const add = ['staff', 'add', name, '--role', role, '--reason', 'requests', '--json']
    const made = JSON.parse(await as(maker, {}, ...add))
    const approve = ['proposals', 'approve', made.proposal, '--seen', made.digest, '--reason', 'requests']
    await as(approver, {}, ...approve)
    await activate(name, made.code)
    const totp = await run('staff', 'code', name)
    const login = { name, password: PASSWORD, totp }
    const opened = await post(`${staffUrl}/staff/v1/session/open`, login, { 'x-staff': '1' })
    return opened.cookies[0].split(';')[0]
  }

  try {
    await untilReady()
    const tokens = []
    for (let number = 0; number < PLAYERS; number += 1) tokens.push(await player(1_000 + number))
    const cookies = [await security()]
    for (const role of ROLES) cookies.push(await member(role))
    return { url, staffUrl, tokens, cookies, stop, isRunning: () => isRunning }
  } catch (error) {
    await stop()
    throw error
  }
}
