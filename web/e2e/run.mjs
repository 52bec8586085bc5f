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

/** The packages bring a newer Node.js than the system's may be. */
const own = join(here, '../node_modules/.bin/node')
const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
const isDesk = texts.map((text) => /\/(?:staff\w*|member|bundle|wealthy|payee)\.mjs/.test(text))
// The desks of staff are one for all: their files run one after the other. They wait a lot, for the next code of a
// second factor above all; meanwhile the files of players run, with a server of their own.
const parts = [false, true]
  .map((desk) => files.filter((_, index) => isDesk[index] === desk))
  .filter((part) => part.length > 0)

const codes = process.env.E2E_BASE ? await withTheRunning() : await withServersOfTheirOwn()
process.exitCode = codes.find((code) => code !== 0) ?? 0

async function withTheRunning() {
  await logInStaff(process.env.E2E_STAFF, process.env.E2E_PASSWORD)
  const codes = []
  for (const part of parts) codes.push(await testing(part, {}))
  return codes
}

async function withServersOfTheirOwn() {
  const prepared = []
  // One after the other: the first one may build the program.
  for (const part of parts) {
    const { base, staff, data, messages, password, stop } = await startServer(await newData())
    process.env.E2E_DATA = data
    await logInStaff(staff, password)
    prepared.push({
      part,
      stop,
      env: { E2E_BASE: base, E2E_STAFF: staff, E2E_DATA: data, E2E_MESSAGES: messages },
    })
  }
  return Promise.all(
    prepared.map(async ({ part, stop, env }) => {
      const code = await testing(part, env)
      await stop()
      return code
    }),
  )
}

function testing(part, env) {
  return run(
    existsSync(own) ? own : process.execPath,
    ['--test', '--test-concurrency=1', '--test-timeout=300000', ...part],
    // The browser is found once, for every file of tests.
    { env: { ...process.env, CHROMIUM: chromiumPath, ...env }, cwd: resolve(here, '..') },
  )
}

function run(command, args, options) {
  return new Promise((done) => {
    spawn(command, args, { stdio: 'inherit', ...options }).once('exit', (code) => done(code ?? 1))
  })
}
