// The script against the published vectors of domain §2.6: `node --test api/tests/draws/`.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

const path = relative => fileURLToPath(new URL(relative, import.meta.url))
const table_hash = '666794e899423c4ae32ed0457a1eb529ea575a3ec25dc1c18e9e223ca8c78511'
const old_commit = '53cd3b418bb2d1ed2a1e49f6ab241ae86b0f46eb4c198b4baf4dd471265d703d'
const golden = { old_seed: `${'c0ffee'.repeat(10)}c0ff`, old_commit }
const nothing = { dive: 'golden', id: null, x10: 0, destroyed: [], shield: false }
const first = { ...nothing, level: 1, nonce: 0, t: 726676, kind: 'empty' }
const second = { ...nothing, level: 2, nonce: 1, t: 502574, kind: 'mine' }

const canonical = value => JSON.stringify(value, (_, part) =>
  part?.constructor !== Object ? part : Object.fromEntries(Object.keys(part).sort().map(key => [key, part[key]])))
const paytable = JSON.parse(readFileSync(path('../../../domain/src/paytable.json'), 'utf8'))
const published = { ConfigPublished: { version: 1, body: { game: { paytable } } } }

function recompute(casts, reveal, { before = [published], hash = table_hash, files = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'draws-'))
  const events = [
    ...before,
    { DiveStarted: { dive: 'golden', table_hash: hash, commit: old_commit, client_seed: 'angler-1' } },
    ...casts.map(cast => ({ CastResolved: cast })),
    ...reveal.map(rotated => ({ SeedRotated: rotated })),
  ]
  const row = (event, at) => ({ stream: 'player', key: 'p', sequence: at + 1, payload: JSON.stringify(event) })
  const file = join(folder, 'events.ndjson')
  writeFileSync(file, events.map((event, at) => `${JSON.stringify(row(event, at))}\n`).join(''))
  const args = [path('recompute.mjs'), file, ...files.map(path)]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return { status, output: stdout + stderr }
}

test('recomputes the golden draws', () => {
  const { status, output } = recompute([first, second], [golden])
  assert.equal(status, 0, output)
  assert.match(output, /^2 draws recomputed, 0 under/)
})

test('counts the draws of a hidden seed', () => {
  assert.match(recompute([first, second], []).output, /^0 draws recomputed, 2 under/)
})

test('finds one changed digit', () => {
  const { status, output } = recompute([first, { ...second, t: 502575 }], [golden])
  assert.equal(status, 1)
  assert.match(output, /player\/p version 4: the seed gives/)
})

test('finds a skipped nonce', () => {
  assert.match(recompute([second], [golden]).output, /version 3: nonce 1 where 0 comes next/)
})

test('finds a reveal that does not hash to its commitment', () => {
  const { status, output } = recompute([first], [{ ...golden, old_seed: 'c0ffee'.repeat(10) + 'c0fe' }])
  assert.equal(status, 1)
  assert.match(output, /does not hash to its commitment/)
})

test('takes the table that the dive was played under, from the log or from a file', () => {
  const other = { ...paytable, version: 'pt-2', bands: paytable.bands.map(band => ({ ...band, mine_w: 0 })) }
  const later = [{ ConfigProposed: { version: 7, body: { paytable: other } } }, { ConfigApproved: { version: 7 } }]
  for (const way of [
    { before: [published, ...later] },
    { before: later.toReversed().concat(published) },
    { before: [], files: ['../../../domain/src/paytable.json'] },
  ]) {
    const { status, output } = recompute([first, second], [golden], way)
    assert.equal(status, 0, output)
  }
  const hash = createHash('sha256').update(canonical(other)).digest('hex')
  assert.match(recompute([second], [golden], { before: later, hash }).output, /nonce 1 where 0/)
  assert.match(recompute([first, second], [golden], { before: later, hash }).output, /version 5: the seed gives/)
  const never = [{ before: later.slice(0, 1), hash }, { hash: 'f'.repeat(64) }]
  for (const way of never) assert.match(recompute([first], [golden], way).output, /that was never in force/)
})
