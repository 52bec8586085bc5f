// End to end: the real server with the real development build in a real browser.
//   node e2e/run.mjs [file filter]     starts a server of its own on a free port with fresh data
//   node e2e/run.mjs speed             measures instead; on a machine that does nothing else
//   LEDGER_BIN=path node e2e/run.mjs        the same with a server that is built already
//   E2E_BASE=http://... E2E_STAFF=http://... E2E_MESSAGES=http://... E2E_DATA=dir E2E_PASSWORD=... node e2e/run.mjs
//                                      uses a running one: what its bot wrote, its folder of data, and the password
//                                      of its demo staff
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumPath } from './chromium.mjs'
import { newData, startServer } from './server.mjs'
import { logInStaff } from './staff.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const filter = process.argv[2] ?? ''

const files = (await readdir(here))
  .filter((file) =>
    filter === 'speed' ? file === 'speed.mjs' : file.endsWith('.test.mjs') && file.includes(filter),
  )
  .map((file) => join(here, file))
if (files.length === 0) {
  console.error(`No file of tests has "${filter}" in its name.`)
  process.exit(2)
}

const started = process.env.E2E_BASE ? null : await startServer(await newData())
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

function run(command, args, options) {
  return new Promise((done) => {
    spawn(command, args, { stdio: 'inherit', ...options }).once('exit', (code) => done(code ?? 1))
  })
}
