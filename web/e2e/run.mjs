// End to end: the real server with the real development build in a real browser.
//   node e2e/run.mjs [file filter]     starts a server of its own on a free port with fresh data
//   node e2e/run.mjs speed             measures instead; on a machine that does nothing else
//   LEDGER_BIN=path node e2e/run.mjs        the same with a server that is built already
//   E2E_BASE=http://... E2E_STAFF=http://... E2E_MESSAGES=http://... E2E_DATA=dir E2E_PASSWORD=... node e2e/run.mjs
//                                      uses a running one: what its bot wrote, its folder of data, and the password
//                                      of its demo staff
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumPath } from './chromium.mjs'
import { ledgerProgram, logInStaff, root } from './staff.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const filter = process.argv[2] ?? ''
/** A first build of the server and of the web application takes minutes on a small machine. */
const startMaxMs = 900_000

const files = (await readdir(here))
  .filter((file) =>
    filter === 'speed' ? file === 'speed.mjs' : file.endsWith('.test.mjs') && file.includes(filter),
  )
  .map((file) => join(here, file))
if (files.length === 0) {
  console.error(`No file of tests has "${filter}" in its name.`)
  process.exit(2)
}

const started = process.env.E2E_BASE ? null : await startServer()
const base = process.env.E2E_BASE ?? started?.base
const staff = process.env.E2E_STAFF ?? started?.staff
const data = process.env.E2E_DATA ?? started?.data
const messages = process.env.E2E_MESSAGES ?? started?.messages
// Found once, for every file of tests.
const env = {
  ...process.env,
  CHROMIUM: chromiumPath,
  E2E_BASE: base,
  E2E_STAFF: staff,
  E2E_DATA: data,
  E2E_MESSAGES: messages,
}
process.env.E2E_DATA = data
await logInStaff(staff, process.env.E2E_PASSWORD ?? started?.password)
/** The packages bring a newer Node.js than the system's may be. */
const own = join(here, '../node_modules/.bin/node')
// Players do not see each other: two of their files run at once. The desks of staff are one for all.
const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
const desks = files.filter((_, index) =>
  /\/(?:staff\w*|member|bundle|wealthy|payee)\.mjs/.test(texts[index] ?? ''),
)
const players = files.filter((file) => !desks.includes(file))
const codes = [await testing(players, 2), await testing(desks, 1)]
await started?.stop()
process.exitCode = codes.find((code) => code !== 0) ?? 0

function testing(some, atOnce) {
  if (some.length === 0) return 0
  return run(
    existsSync(own) ? own : process.execPath,
    ['--test', `--test-concurrency=${atOnce}`, '--test-timeout=300000', ...some],
    { env, cwd: resolve(here, '..') },
  )
}

/** `ledger up` on a free port, with data that nobody else uses. */
async function startServer() {
  const data = await mkdtemp(join(tmpdir(), 'e2e-'))
  // Started as root the database runs as somebody else, who must be able to enter.
  await chmod(data, 0o755)
  const [http, staff] = [await freePort(), await freePort()]
  const base = `http://127.0.0.1:${http}`
  const up = ['up', '--data', data, '--http', `127.0.0.1:${http}`, '--staff-http', `127.0.0.1:${staff}`]
  const [program, ...args] = [...ledgerProgram, ...up]
  const child = spawn(program ?? '', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((done) => child.once('exit', done))
  const failed = ended.then((code) => {
    throw new Error(`The server ended with code ${String(code)} before it was up`)
  })
  const [[messages, password]] = await Promise.race([
    Promise.all([
      printed(child.stdout, /messages +(\S+)[^]*password (\S+),/),
      answering(`${base}/health/ready`),
    ]),
    failed,
  ])
  failed.catch(() => undefined)
  const stop = async () => {
    child.kill('SIGINT')
    await ended
    await rm(data, { recursive: true, force: true })
  }
  return { base, staff: `http://127.0.0.1:${staff}`, data, messages, password, stop }
}

/** Passes on what the server prints; gives the parts that are looked for. */
function printed(stream, wanted) {
  return new Promise((found) => {
    let text = ''
    stream.on('data', (part) => {
      process.stdout.write(part)
      text += part
      const parts = wanted.exec(text)
      if (parts) found(parts.slice(1))
    })
  })
}

/** Asks until somebody answers. */
async function answering(address) {
  const untilMs = Date.now() + startMaxMs
  for (;;) {
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return
    if (Date.now() > untilMs) throw new Error(`Nobody answers at ${address}`)
    await new Promise((done) => setTimeout(done, 250))
  }
}

function freePort() {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function run(command, args, options) {
  return new Promise((done) => {
    spawn(command, args, { stdio: 'inherit', ...options }).once('exit', (code) => done(code ?? 1))
  })
}
