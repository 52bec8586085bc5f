// Types and hooks of every call, from the server's two OpenAPI documents: the players' and the staff's.
//   node scripts/codegen.mjs           writes src/api/*.gen.ts and src/staff/api/*.gen.ts
//   node scripts/codegen.mjs --check   fails when they are stale
// The document describes the wire; a feature sees less: the envelope is taken off the answers, and `token`,
// `ts` and `req_id` off the bodies, because the base query adds them; `min_position` too, because a read without
// it waits for everything recorded before. All calls are POST, so a call is a query only when the server marks
// it `x-read`.
//
// A read that takes a cursor and returns the next one is a list in pages: it becomes an infinite query named after the
// operation, `couponRecordsPages`, whose argument has no cursor.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateEndpoints } from '@rtk-query/codegen-openapi'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
/**
 * What is made from which document: `owned` are fields of a body that no feature fills in, `cursor` the field that asks
 * for a page and the field that returns the next one.
 */
const players = {
  source: join(web, '../api/openapi.json'),
  folder: join(web, 'src/api'),
  prefix: '/api/v1/',
  owned: ['token', 'ts', 'req_id', 'min_position'],
  cursor: { field: 'last_id', next: 'next_last_id' },
  tag: false,
  postFrom: './post.ts',
  fields: [
    ['reqIdPaths', 'Calls whose body takes a request id.', 'reqId'],
    ['openPaths', 'Calls that are made without a session.', 'open'],
  ],
}
const staff = {
  source: join(web, '../api/openapi-staff.json'),
  folder: join(web, 'src/staff/api'),
  prefix: '/staff/v1/',
  owned: ['req_id'],
  cursor: { field: 'before', next: 'next' },
  tag: true,
  postFrom: './call.ts',
  fields: [
    ['reqIdPaths', 'Calls that change something: their body takes a request id.', 'reqId'],
    ['asOfPaths', 'Calls that answer as of a moment.', 'asOf'],
  ],
}

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
const nameOf = (schema) => schema?.$ref?.split('/').at(-1)

/** The document as a feature sees it, which paths take a request id, no token, or a moment, and the paged reads. */
function narrow(document, { prefix, owned, cursor }) {
  const schemas = document.components.schemas
  const paths = {}
  const calls = { reqId: [], open: [], asOf: [], paged: [] }
  for (const [path, { post: operation }] of Object.entries(document.paths)) {
    if (!operation?.operationId || !path.startsWith(prefix)) continue
    const body = schemas[nameOf(operation.requestBody?.content?.['application/json']?.schema)]
    const answer = operation.responses['200']?.content?.['application/json']?.schema
    // Success or refusal: a feature sees the data of a success, the base query throws a refusal.
    const success = answer?.oneOf?.[0] ?? answer
    const envelope = schemas[nameOf(success)] ?? success
    if (!envelope?.properties?.data || !envelope.properties.error)
      throw new Error(`${path}: the answer is no envelope`)
    if (body?.properties?.req_id) calls.reqId.push(path)
    if (!body?.properties?.token) calls.open.push(path)
    if (body?.properties?.as_of) calls.asOf.push(path)
    const data = schemas[nameOf(envelope.properties.data)]
    if (operation['x-read'] && body?.properties?.[cursor.field] && data?.properties?.[cursor.next])
      calls.paged.push(camel(operation.operationId))
    const fields = Object.fromEntries(
      Object.entries(body?.properties ?? {}).filter(([field]) => !owned.includes(field)),
    )
    const named = nameOf(operation.requestBody?.content?.['application/json']?.schema)
    if (named)
      schemas[named] = {
        ...body,
        properties: fields,
        required: (body.required ?? []).filter((field) => !owned.includes(field)),
      }
    paths[path] = {
      post: {
        operationId: operation.operationId,
        tags: operation.tags,
        // A call that begins a job is made each time it is asked for: its answer is nothing to keep.
        'x-read': operation['x-read'] === true && nameOf(envelope.properties.data) !== 'JobState',
        ...(Object.keys(fields).length > 0 ? { requestBody: operation.requestBody } : {}),
        responses: {
          200: { description: 'data', content: { 'application/json': { schema: envelope.properties.data } } },
        },
      },
    }
  }
  return { document: { ...document, paths }, calls }
}

async function generate(made) {
  const { source, prefix, tag, postFrom, fields } = made
  const { document, calls } = narrow(JSON.parse(await readFile(source, 'utf8')), made)
  const folder = await mkdtemp(join(tmpdir(), 'codegen-'))
  const schemaFile = join(folder, 'openapi.json')
  await writeFile(schemaFile, JSON.stringify(document))
  const reads = new Set(
    Object.values(document.paths)
      .filter(({ post }) => post['x-read'])
      .map(({ post }) => post.operationId),
  )
  const code = await generateEndpoints({
    schemaFile,
    apiFile: './api.ts',
    apiImport: 'api',
    exportName: 'endpoints',
    hooks: { queries: true, lazyQueries: false, mutations: true },
    flattenArg: true,
    tag,
    useUnknown: true,
    endpointOverrides: [
      { pattern: (_name, definition) => reads.has(definition.operation.operationId), type: 'query' },
    ],
  })
  await rm(folder, { recursive: true })
  const head = `// Generated by scripts/codegen.mjs from api/${basename(source)}. Do not edit.\n`
  const imports = `import { api } from "./api.ts";
import { paged, post, postPage, type PageParam, type Paged } from "${postFrom}";`
  const body = withPages(shorten(String(code), prefix), calls.paged)
  return {
    'endpoints.gen.ts': head + body.replace(/import \{ api \} from "[^"]+";/, imports),
    'calls.gen.ts': `${head}${fields
      .map(
        ([name, text, key]) =>
          `\n/** ${text} */\nexport const ${name}: ReadonlySet<string> = new Set(${list(calls[key])})\n`,
      )
      .join('')}`,
  }
}

/** A list of paths as a source line each. */
const list = (paths) =>
  paths.length === 0
    ? '[]'
    : `[\n${paths
        .toSorted()
        .map((path) => `  '${path}',`)
        .join('\n')}\n]`

/** The same code with one function instead of one for each call: calls differ by their path alone. */
function shorten(code, prefix) {
  const long = new RegExp(
    `query: \\((?:queryArg)?\\) => \\(\\{\\s*url: \`${prefix}([^\`]+)\`,\\s*method: "POST",?\\s*(?:body: queryArg,?\\s*)?\\}\\)`,
    'g',
  )
  const short = code.replace(long, 'query: post("$1")')
  if (/url: `/.test(short)) throw new Error('A call is not a POST of its argument')
  return short
}

const capital = (name) => name[0].toUpperCase() + name.slice(1)

/** The same code with an infinite query for each paged read, and its hook, in place of the ordinary query. */
function withPages(code, names) {
  return names.toSorted().reduce((text, name) => {
    const types = `${capital(name)}ApiResponse,\\s*${capital(name)}ApiArg,?\\s*`
    const query = new RegExp(
      `( +)${name}: build\\.query<\\s*${types}>\\(\\s*\\{\\s*query: post\\(("[^"]+")\\),([^{}]*)\\},?\\s*\\),\\n`,
    )
    const found = query.exec(text)
    const hook = `  use${capital(name)}Query,\n`
    if (!found || !text.includes(hook)) throw new Error(`The code of ${name} has another shape`)
    const [single, indent, path, rest] = found
    const tags = rest.trim()
    const pages = [
      `${name}Pages: build.infiniteQuery<`,
      `  ${capital(name)}ApiResponse,`,
      `  Paged<${capital(name)}ApiArg>,`,
      '  PageParam',
      '>({',
      `  query: postPage(${path}),`,
      '  infiniteQueryOptions: paged,',
      ...(tags === '' ? [] : [`  ${tags}`]),
      '}),',
    ]
    const block = pages.map((line) => `${indent}${line}\n`).join('')
    return text.replace(single, () => block).replace(hook, `  use${capital(name)}PagesInfiniteQuery,\n`)
  }, code)
}

const check = process.argv.includes('--check')
const stale = []
for (const made of [players, staff]) {
  for (const [file, text] of Object.entries(await generate(made))) {
    const target = join(made.folder, file)
    if (!check) await writeFile(target, text)
    else if ((await readFile(target, 'utf8').catch(() => '')) !== text)
      stale.push(target.slice(web.length + 1))
  }
}
if (stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run: npm run codegen`)
  process.exitCode = 1
}
