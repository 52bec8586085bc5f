// A server of its own for tests: `ledger up` with the demo world.
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ledgerProgram, root } from './staff.mjs'

/** A first build of the server and of the web application takes minutes on a small machine. */
const startMaxMs = 900_000

/** A folder for data that nobody else uses. */
export async function newData() {
  const data = await mkdtemp(join(tmpdir(), 'e2e-'))
  // Started as root the database runs as somebody else, who must be able to enter.
  await chmod(data, 0o755)
  return data
}

/** `ledger up` on free ports; `stop` removes its data. */
export async function startServer(data) {
  const [http, staff] = [await freePort(), await freePort()]
  const base = `http://127.0.0.1:${http}`
  const up = ['up', '--data', data, '--http', `127.0.0.1:${http}`, '--staff-http', `127.0.0.1:${staff}`]
  const [program, ...args] = [...ledgerProgram, ...up]
  const child = spawn(program ?? '', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((done) => child.once('exit', done))
  const failed = ended.then((code) => {
    throw new Error(`The server ended with code ${String(code)} before it was up`)
  })
  const [[messages, password, secret]] = await Promise.race([
    Promise.all([
      printed(child.stdout, /messages +(\S+)[^]*password (\S+), second factor (\S+)/),
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
  return { base, staff: `http://127.0.0.1:${staff}`, data, messages, password, secret, stop }
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
