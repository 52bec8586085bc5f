// Asks every call of an OpenAPI document, and reports every answer that the document does not promise.
import { randomUUID } from 'node:crypto'
import { answerChecks } from './answers.mjs'
import { fc } from './packages.mjs'
import { anyRequest, bodySchema, systematicRequests, written } from './requests.mjs'

/** Longer than the service lets any call take. */
const ANSWER_MS_MAX = 30_000
/** Calls that are asked at the same time. */
const WORKERS = 4
/** Of so many generated requests one keeps the session that was generated, so that its refusals are met too. */
const UNSIGNED_EVERY = 8

/** Ids that the service gave, by the name of the property; later requests use them, to reach what exists. */
class SeenIds {
  #byName = new Map()

  learn(value) {
    if (Array.isArray(value)) for (const part of value.slice(0, 20)) this.learn(part)
    else if (value !== null && typeof value === 'object')
      for (const [name, part] of Object.entries(value)) {
        if (typeof part !== 'string') this.learn(part)
        else if (/^(?:id|key|code|.*_id)$/.test(name)) this.#add(name, part)
      }
  }

  #add(name, id) {
    const ids = this.#byName.get(name) ?? []
    if (!ids.includes(id)) this.#byName.set(name, [...ids, id].slice(-50))
  }

  pick(name, number) {
    const ids = this.#byName.get(name)
    return ids?.[number % ids.length]
  }
}

async function answerOf(address, method, headers, body) {
  const response = await fetch(address, {
    method: method.toUpperCase(),
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'get' ? {} : { body }),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  })
  const contentType = (response.headers.get('content-type') ?? '').split(';')[0].trim()
  return { status: response.status, contentType, text: await response.text() }
}

/**
 * Asks all calls of `document` at `url`.
 *
 * `sign(body, number, request)` gives the headers of a signed-in caller and may put its token into the body;
 * `runs` is the number of random requests of a call, `only` a part of the paths that are asked.
 * Gives `{ requests, done, failures }`: how many were sent, how many were answered with `error: 0`, and what failed.
 */
export async function askAll({ url, document, sign, seed, runs, only = '' }) {
  const problemOf = answerChecks(document)
  const ids = new SeenIds()
  const counts = { requests: 0, done: 0 }
  const failures = []
  const calls = Object.entries(document.paths)
    .filter(([path]) => path.includes(only))
    .flatMap(([path, item]) => Object.keys(item).map((method) => [path, method]))

  /** Sends one request; gives what is wrong with the answer, or null. */
  async function ask(path, method, request) {
    const { headers, body } = prepared(path, request)
    counts.requests += 1
    const send = () => answerOf(`${url}${path}`, method, headers, body)
    let answer
    try {
      // A kept connection may have been closed after the request before, which was too large to be read to its end.
      answer = await send().catch(send)
    } catch (error) {
      return { sent: body, problem: `no answer: ${error.cause?.message ?? error.message}` }
    }
    const problem = problemOf(path, method, answer)
    if (problem) return { sent: body, problem }
    const value = JSON.parse(answer.text)
    if (value.error === 0) {
      counts.done += 1
      ids.learn(value.data)
    }
    return null
  }

  /** The body as it is sent: most are signed with a real session and carry a new request id. */
  function prepared(path, { raw, body, changed, session }) {
    if (raw !== undefined) return { headers: sign({}, session, { path }), body: raw }
    const isSigned = changed !== undefined || session % UNSIGNED_EVERY !== 0
    if (!isSigned || body === null || typeof body !== 'object' || Array.isArray(body))
      return { headers: {}, body: written(body) }
    const own = { ...body }
    for (const name of Object.keys(own)) {
      if (session % 3 === 0 && typeof own[name] === 'string') own[name] = ids.pick(name, session) ?? own[name]
    }
    if ('req_id' in own && session % 4 !== 0) own.req_id = randomUUID()
    const headers = sign(own, session, { path })
    if (changed !== undefined) {
      if (Object.hasOwn(body, changed)) own[changed] = body[changed]
      else delete own[changed]
    }
    return { headers, body: written(own) }
  }

  async function askCall(path, method) {
    const schema = bodySchema(document, path, method)
    const fail = ({ sent, problem }, known = {}) =>
      failures.push({ path, method, sent: String(sent), problem, ...known })
    for (const other of ['get', 'put', 'delete'].filter((name) => !document.paths[path][name])) {
      const found = await ask(path, other, { raw: '{}', session: 1 })
      if (found) return fail(found, { method: other })
    }
    for (const request of systematicRequests(document, schema, seed)) {
      const found = await ask(path, method, request)
      if (found) return fail(found)
    }
    let last = null
    const property = fc.asyncProperty(anyRequest(document, schema), async (request) => {
      const found = await ask(path, method, request)
      if (!found) return
      last = found
      throw new Error(found.problem)
    })
    const outcome = await fc.check(property, { seed, numRuns: runs })
    if (outcome.failed) fail(last ?? { sent: '', problem: String(outcome.errorInstance) })
  }

  const waiting = [...calls]
  const work = async () => {
    for (let call = waiting.shift(); call; call = waiting.shift()) await askCall(...call)
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  return { ...counts, calls: calls.length, failures }
}
