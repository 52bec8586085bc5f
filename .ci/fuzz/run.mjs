// Sends thousands of generated requests to the running service, over every call of its two OpenAPI documents.
//   node .ci/fuzz/run.mjs [part of a path]     FUZZ_SEED=7 for other requests, LEDGER_BIN for another program
// Fails on a status of 500 or more, a status, content type or body that the document does not have, a request
// without an answer, a service that ended, and on fewer requests than wanted.
import { readFile } from 'node:fs/promises'
import { askAll } from './ask.mjs'
import { startService } from './service.mjs'

/** Of the players' API and of the staff API, each. */
const REQUESTS_MIN = 5_000
const RUNS = 90

const seed = Number(process.env.FUZZ_SEED ?? 1)
const only = process.argv[2] ?? ''
const document = async (name) =>
  JSON.parse(await readFile(new URL(`../../api/${name}`, import.meta.url), 'utf8'))

const service = await startService()
const { url, staffUrl, tokens, cookies } = service
const documents = [
  {
    name: 'players',
    url,
    document: await document('openapi.json'),
    sign: (body, number) => {
      if ('token' in body) body.token = tokens[number % tokens.length]
      if ('ts' in body) body.ts = Date.now()
      return {}
    },
  },
  {
    name: 'staff',
    url: staffUrl,
    document: await document('openapi-staff.json'),
    // Whoever closes a session takes it from the requests that follow: that call is asked without one.
    sign: (_, number, { path }) =>
      path.endsWith('/session/close')
        ? { 'x-staff': '1' }
        : { 'x-staff': '1', cookie: cookies[number % cookies.length] },
  },
]

const failed = []
try {
  for (const { name, ...target } of documents) {
    const began = Date.now()
    const { requests, done, calls, failures } = await askAll({ ...target, seed, runs: RUNS, only })
    const took = ((Date.now() - began) / 1_000).toFixed(1)
    console.log(
      `${name}: ${requests} requests over ${calls} calls in ${took} s, seed ${seed}; ${done} done, ${failures.length} calls failed`,
    )
    for (const { path, method, sent, problem } of failures) {
      const shown = sent.length > 1_500 ? `${sent.slice(0, 1_500)} ...` : sent
      console.log(`\n${method.toUpperCase()} ${path}\n  sent: ${shown}\n  ${problem}`)
      console.log(`  again: FUZZ_SEED=${seed} node .ci/fuzz/run.mjs ${path}`)
    }
    failed.push(...failures)
    if (!only && requests < REQUESTS_MIN) failed.push(`${name}: fewer requests than ${REQUESTS_MIN}`)
    if (!only && done === 0) failed.push(`${name}: no request was done`)
    if (!service.isRunning()) failed.push(`${name}: the service ended`)
  }
} finally {
  await service.stop()
}
for (const sentence of failed.filter((entry) => typeof entry === 'string')) console.log(sentence)
process.exitCode = failed.length > 0 ? 1 : 0
