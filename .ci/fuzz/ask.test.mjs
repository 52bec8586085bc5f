// The generated requests must find what is wrong: a tiny service with one planted defect at a time.
//   node --test .ci/fuzz/ask.test.mjs
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { askAll } from './ask.mjs'
import { validators } from './answers.mjs'
import { fc } from './packages.mjs'
import { bodySchema, valid, written } from './requests.mjs'

const path = '/double'
const schemas = {
  Body: {
    type: 'object',
    required: ['ts', 'amount', 'token'],
    properties: {
      ts: { type: 'integer', format: 'int64' },
      amount: { type: 'integer', format: 'int32', minimum: 0, maximum: 50 },
      kind: { $ref: '#/components/schemas/Kind' },
      note: { type: ['string', 'null'], maxLength: 8 },
      req_id: { type: 'string', format: 'uuid' },
      tags: { type: 'array', items: { type: 'string' } },
      limits: { type: 'object', additionalProperties: { type: 'integer' } },
      token: { type: 'string' },
    },
    additionalProperties: false,
  },
  Kind: { type: 'string', enum: ['day', 'week'] },
  Done: {
    type: 'object',
    required: ['error', 'data'],
    properties: {
      error: { type: 'integer', enum: [0] },
      data: { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } },
    },
  },
  Refused: {
    type: 'object',
    required: ['error', 'message'],
    properties: { error: { type: 'integer', enum: [-1006] }, message: { type: 'string' } },
  },
}
const document = {
  openapi: '3.1.0',
  components: { schemas },
  paths: {
    [path]: {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } },
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  oneOf: [{ $ref: '#/components/schemas/Done' }, { $ref: '#/components/schemas/Refused' }],
                },
              },
            },
          },
        },
      },
    },
  },
}

const isValid = validators(document)('components', 'schemas', 'Body')
const done = { error: 0, data: { id: '00000000-0000-4000-8000-000000000001' } }
const refused = { error: -1006, message: 'Invalid request' }
const servers = []
after(() => servers.forEach((server) => server.close()))

/** What a correct service answers. */
function correct(method, text) {
  if (method !== 'POST') return { status: 405, json: refused }
  try {
    return { status: 200, json: isValid(JSON.parse(text)) === true ? done : refused }
  } catch {
    return { status: 200, json: refused }
  }
}

/** Asks a service that answers as `defect(body, answer)` changes the correct answer; gives what `askAll` gives. */
async function asked(defect = (_, answer) => answer, options = {}) {
  const server = createServer((request, response) => {
    const parts = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const right = correct(request.method, text)
      const body = right.json === done ? JSON.parse(text) : null
      const { status, json, type = 'application/json', raw, destroyed } = defect(body, right)
      if (destroyed) return response.destroy()
      response.writeHead(status, { 'content-type': type })
      response.end(raw ?? JSON.stringify(json))
    })
  })
  servers.push(server)
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  const sign = (body) => {
    if ('token' in body) body.token = 'a session'
    return {}
  }
  return askAll({
    url: `http://127.0.0.1:${server.address().port}`,
    document,
    sign,
    seed: 1,
    runs: 60,
    ...options,
  })
}

/** The one failure that a service with this defect must have. */
async function failure(defect) {
  const { failures } = await asked(defect)
  assert.equal(failures.length, 1)
  return failures[0]
}

test('a correct service passes, and most kinds of requests reach it', async () => {
  const { requests, done: count, calls, failures } = await asked()
  assert.deepEqual(failures, [])
  assert.equal(calls, 1)
  assert.ok(requests > 200, `${requests} requests`)
  assert.ok(count > 30 && requests - count > 100, `${count} of ${requests} were done`)
})

test('a status of 500 is found, and the request is reduced to what matters', async () => {
  const { problem, sent, method } = await failure((body, answer) =>
    body?.tags?.length > 3 ? { status: 500, json: refused } : answer,
  )
  assert.match(problem, /^server error 500/)
  assert.equal(method, 'post')
  const { tags, note, limits } = JSON.parse(sent)
  assert.deepEqual({ tags: tags.length, note, limits }, { tags: 4, note: undefined, limits: undefined })
})

test('a mistake of the caller that is answered with 500 is found', async () => {
  const { problem } = await failure((body, answer) =>
    answer.json === refused && answer.status === 200 ? { status: 500, json: refused } : answer,
  )
  assert.match(problem, /^server error 500/)
})

test('a body of the wrong shape is found', async () => {
  const wrong = { error: 0, data: { id: 7 } }
  const { problem } = await failure((_, answer) =>
    answer.json === done ? { ...answer, json: wrong } : answer,
  )
  assert.match(problem, /does not match its schema .*data\/data\/id must be string/)
})

test('an error code that the document does not have is found', async () => {
  const wrong = { error: 77, message: 'No' }
  const { problem } = await failure((body, answer) =>
    body?.amount === 50 ? { ...answer, json: wrong } : answer,
  )
  assert.match(problem, /data\/error must be equal to one of the allowed values/)
})

test('a status that the document does not have is found', async () => {
  const { problem } = await failure((body, answer) =>
    body?.amount === 0 ? { ...answer, status: 404 } : answer,
  )
  assert.match(problem, /^the status 404 is not in the document/)
})

test('another content type and a body that is not JSON are found', async () => {
  const page = await failure((body, answer) =>
    body ? { ...answer, type: 'text/html; charset=utf-8' } : answer,
  )
  assert.match(page.problem, /^the content type "text\/html" is not in the document/)
  const half = await failure((body, answer) => (body ? { ...answer, raw: '{"error":0' } : answer))
  assert.match(half.problem, /^the body is not JSON/)
})

test('a method that the call does not have must be refused', async () => {
  const { problem, method } = await failure((_, answer) => ({ ...answer, status: 200 }))
  assert.equal(method, 'get')
  assert.match(problem, /a method that the call does not have was answered with 200/)
})

test('a connection that is closed without an answer is found', async () => {
  const { problem } = await failure((body, answer) => (body?.tags?.length > 2 ? { destroyed: true } : answer))
  assert.match(problem, /^no answer: /)
})

test('the same seed asks the same, another seed asks something else', async () => {
  const sentWith = async (seed) => {
    const bodies = []
    const watch = (body, answer) => {
      if (body) bodies.push([body.amount, body.kind, body.tags])
      return answer
    }
    await asked(watch, { seed })
    return JSON.stringify(bodies)
  }
  const first = await sentWith(1)
  assert.equal(await sentWith(1), first)
  assert.notEqual(await sentWith(2), first)
})

test('generated bodies are valid, and a keyword that the generator does not know stops it', () => {
  const schema = bodySchema(document, path, 'post')
  for (const body of fc.sample(valid(document, schema), { numRuns: 300, seed: 3 }))
    assert.equal(isValid(JSON.parse(written(body))), true)
  for (const text of fc.sample(valid(document, { type: 'string', pattern: '^[0-9a-f]{32}$' }), 50))
    assert.match(text, /^[0-9a-f]{32}$/)
  assert.throws(() => valid(document, { type: 'integer', multipleOf: 7 }), /does not know multipleOf/)
})

test('integers are written with all of their digits', () => {
  assert.equal(written({ a: 2n ** 63n - 1n, b: ['1'] }), '{"a":9223372036854775807,"b":["1"]}')
})
