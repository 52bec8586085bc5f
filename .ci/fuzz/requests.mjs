// Bodies for the calls of an OpenAPI document: valid ones, systematic mistakes and random mistakes.
import { fc } from './packages.mjs'

/** What this generator reads; another keyword stops the run, so that no rule is passed over. */
const KEYWORDS = new Set([
  ...['type', 'format', 'enum', 'properties', 'required', 'additionalProperties', 'propertyNames', 'items'],
  ...['minimum', 'maximum', 'maxLength', 'minLength', 'pattern', 'oneOf'],
  ...['$ref', 'description', 'title', 'example', 'default'],
])

const RANGES = { int32: [-(2n ** 31n), 2n ** 31n - 1n], int64: [-(2n ** 63n), 2n ** 63n - 1n] }

/** Text that programs tend to treat wrongly: amounts, dates, control characters, markup, other scripts. */
const TEXTS = [
  ...['', ' ', '0', '1', '-1', '0.01', '1.5', '0.000001', '1e5', 'NaN', '00', '9'.repeat(40), '1000000'],
  ...['1970-01-01', '2026-02-30', '9999-12-31', 'null', '../../etc/passwd', "'; --", '%00', '<b>', '{}'],
  ...['\u0000', '\u202e', '\ufeff', '深海钓鱼', '🎣', 'ﬀ', 'x'.repeat(300), '钓'.repeat(2_000)],
  ...['usdt', 'gusd', 'coin', 'ton', 'evm', 'day', 'player', 'US', 'a@example.org', '+14155550100'],
]

/** Values of every JSON type, for the place of another one. */
const MISFITS = [
  ...[null, true, '', 'x', 0, -1, 1.5, 2n ** 31n, 2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n), 2n ** 64n],
  ...[[], {}, [null], { a: [] }, '\ud800', '\u0000'],
]

/** Bodies that are no JSON object, or not even text. */
export const RAW_BODIES = [
  ...['', ' ', 'x', '{', '[]', 'null', '1', '""', '{"ts":1e400}', '{"ts":01}', '{"ts":1,}', '\ufeff{}'],
  ...['{"ts":1,"ts":2}', '{"a":"\\ud800"}', '['.repeat(20_000), '{"a":'.repeat(20_000), ' '.repeat(100_000)],
  ...[Buffer.from([0xff, 0xfe]), Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
]

/** JSON text; a `bigint` becomes a number with all of its digits. */
export function written(value) {
  const marked = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `@digits:${part}` : part))
  return marked.replace(/"@digits:(-?\d+)"/g, '$1')
}

/** The schema behind references. */
function resolved(document, schema) {
  if (!schema.$ref) return schema
  const target = schema.$ref.replace('#/', '').split('/')
  return resolved(
    document,
    target.reduce((part, step) => part[step], document),
  )
}

/** The schema of a call's JSON body. */
export function bodySchema(document, path, method) {
  return resolved(document, document.paths[path][method].requestBody.content['application/json'].schema)
}

function rangeOf(schema) {
  const [low, high] = RANGES[schema.format] ?? RANGES.int64
  return [BigInt(schema.minimum ?? low), BigInt(schema.maximum ?? high)]
}

/** Generates values that the schema allows. */
export function valid(document, reference) {
  const schema = resolved(document, reference)
  const unknown = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword))
  if (unknown.length > 0) throw new Error(`The generator does not know ${unknown.join(', ')} of a schema.`)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map((part) => valid(document, part)))
  if (schema.type === undefined) return fc.jsonValue({ maxDepth: 3 })
  const types = [schema.type].flat()
  return types.length === 1
    ? ofType(document, schema, types[0])
    : fc.oneof(...types.map((type) => ofType(document, schema, type)))
}

function ofType(document, schema, type) {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return integers(schema)
    case 'string':
      return strings(schema)
    case 'array':
      return fc.array(valid(document, schema.items), { maxLength: 6 })
    case 'object':
      return objects(document, schema)
    default:
      throw new Error(`The generator does not know the type ${type}.`)
  }
}

function integers(schema) {
  const [low, high] = rangeOf(schema)
  const near = [low, low + 1n, high - 1n, high, 0n, 1n].filter((value) => value >= low && value <= high)
  const small = fc.bigInt(low > 0n ? low : 0n, high < 12n ? high : 12n)
  return fc.oneof(fc.constantFrom(...near), small, fc.bigInt(low, high))
}

function strings(schema) {
  if (schema.format === 'uuid') return fc.uuid()
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern))
  const [least, most] = [schema.minLength ?? 0, schema.maxLength ?? Infinity]
  const fits = (text) => [...text].length >= least && [...text].length <= most
  const limits = { minLength: least, maxLength: Math.min(most, 80) }
  const constants = TEXTS.filter(fits)
  return fc.oneof(
    fc.constantFrom(...constants),
    fc.string(limits),
    fc.string({ ...limits, unit: 'grapheme' }).filter(fits),
    fc.string({ ...limits, unit: 'binary' }).filter(fits),
    fc
      .oneof(fc.nat(), fc.uuid(), fc.double({ min: 0, max: 1e6, noNaN: true }))
      .map(String)
      .filter(fits),
  )
}

function objects(document, schema) {
  const properties = Object.entries(schema.properties ?? {}).map(([name, part]) => [
    name,
    valid(document, part),
  ])
  const known = fc.record(Object.fromEntries(properties), {
    requiredKeys: schema.required ?? [],
    noNullPrototype: true,
  })
  if (!schema.additionalProperties) return known
  const names = schema.propertyNames ? valid(document, schema.propertyNames) : fc.string({ maxLength: 20 })
  const others = fc.dictionary(names, valid(document, schema.additionalProperties), {
    maxKeys: 5,
    noNullPrototype: true,
  })
  return fc.tuple(others, known).map(([extra, own]) => ({ ...extra, ...own }))
}

/**
 * One request: `{ body, changed, session }`. A `body` is an object, another JSON value, or text to send as it is (`raw`).
 * `changed` names the property with a mistake; `session` is a number that chooses who asks.
 */
export function anyRequest(document, schema) {
  const session = fc.nat(1_000_000)
  const body = valid(document, schema)
  const good = fc.record({ body, session })
  const names = Object.keys(schema.properties ?? {})
  const misfit = fc.oneof(fc.constantFrom(...MISFITS), fc.jsonValue({ maxDepth: 3 }))
  const bad = [
    fc.record({ body: fc.jsonValue({ maxDepth: 4 }), session }),
    fc.record({ raw: fc.string({ unit: 'binary' }), session }),
  ]
  const name =
    names.length > 0
      ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, fc.string())
      : fc.string()
  const wrong = fc.tuple(body, name, misfit, session).map(([object, changed, value, who]) => ({
    body: { ...object, [changed]: value },
    changed,
    session: who,
  }))
  return fc.oneof({ weight: 12, arbitrary: good }, { weight: 6, arbitrary: wrong }, ...bad)
}

/** The mistakes that every call is asked with: each property absent, of every other type and beyond its limits. */
export function systematicRequests(document, schema, seed) {
  const [base] = fc.sample(valid(document, schema), { numRuns: 1, seed })
  const requests = RAW_BODIES.map((raw) => ({ raw, session: 0 }))
  requests.push({ body: { ...base, unknown_property: 1 }, changed: 'unknown_property', session: 1 })
  let session = 1
  for (const [changed, reference] of Object.entries(schema.properties ?? {})) {
    const part = resolved(document, reference)
    const values = [...MISFITS]
    if ([part.type].flat().includes('integer')) {
      const [low, high] = rangeOf(part)
      values.push(low - 1n, low, high, high + 1n)
    }
    if (part.maxLength !== undefined) values.push('x'.repeat(part.maxLength), 'x'.repeat(part.maxLength + 1))
    const absent = { ...base }
    delete absent[changed]
    requests.push({ body: absent, changed, session: session++ })
    for (const value of values)
      requests.push({ body: { ...base, [changed]: value }, changed, session: session++ })
  }
  return requests
}
