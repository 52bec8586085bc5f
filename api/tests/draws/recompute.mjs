// Recomputes every draw of an export under the seeds that it reveals (domain §2.6), with the paytable of its dive.
// Independent of the service: Node's library and the events of an export from the begin of the logs are all it reads,
// and paytables for an export of one player, which has no configuration.
//   node recompute.mjs events.ndjson [paytable.json ...]
// Prints the number of draws; ends with 1 at the first one, or the first reveal, that is not what the seed gives.
import { createHash, createHmac } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [eventsFile, ...paytableFiles] = process.argv.slice(2)
const sha256 = text => createHash('sha256').update(text).digest('hex')
const canonical = value => JSON.stringify(value, (_, part) =>
  part?.constructor !== Object ? part : Object.fromEntries(Object.keys(part).sort().map(key => [key, part[key]])))
const tables = new Map() // fingerprint -> a paytable that was in force
const know = table => table && tables.set(sha256(canonical(table)), table)
const proposed = new Map() // "section/version" -> its paytable
const pending = new Map() // "player/commit" -> casts under a seed that is not revealed yet
const dives = new Map() // player -> the open dive
let draws = 0

function fail(where, why) {
  console.error(`${where}: ${why}`)
  process.exit(1)
}

function* words(seed, client, nonce) {
  for (let k = 0; ; k++) {
    const block = createHmac('sha256', seed).update(`${client}:${nonce}:${k}`).digest()
    for (let at = 0; at < 32; at += 8) yield block.readBigUInt64BE(at)
  }
}

function check(seed, { where, dive, cast, line }) {
  const paytable = tables.get(dive.table_hash)
  if (!paytable) fail(where, 'the dive was played under a paytable that was never in force')
  const source = words(seed, dive.client_seed, cast.nonce)
  const t = Number((source.next().value * 1000000n) >> 64n)
  const band = paytable.bands.find(({ levels: [from, to] }) => from <= cast.level && cast.level <= to)
  const of = (kind, list) => list.map(row => ({ kind, ...row }))
  const ends = [{ kind: 'mine', w: band.mine_w, x10: 0 }, { kind: 'empty', w: band.empty_w, x10: 0 }]
  const rows = [...of('fish', band.fish), ...of('chest', band.chest), ...ends]
  let sum = 0
  const row = rows.find(({ w }) => (sum += w) > t)
  const hit = () => [...Array(line).keys()].filter(() => source.next().value >> 63n === 1n)
  const destroyed = row.kind === 'mine' && !cast.shield ? hit() : []
  const drawn = JSON.stringify([t, row.kind, row.id ?? null, row.x10, destroyed])
  const recorded = JSON.stringify([cast.t, cast.kind, cast.id ?? null, cast.x10, cast.destroyed])
  if (drawn !== recorded) fail(where, `the seed gives ${drawn}, recorded is ${recorded}`)
  draws++
}

for (const file of paytableFiles) know(JSON.parse(readFileSync(file, 'utf8')))
for await (const text of createInterface({ input: createReadStream(eventsFile) })) {
  const row = JSON.parse(text)
  const where = `${row.stream}/${row.key} version ${row.sequence}`
  const event = typeof row.payload === 'string' ? JSON.parse(row.payload) : row.payload
  const { ConfigPublished: config, ConfigProposed: wish, ConfigApproved: yes } = event
  if (wish) proposed.set(`${row.key}/${wish.version}`, wish.body.paytable)
  know(config?.body.game.paytable ?? proposed.get(`${row.key}/${yes?.version}`))
  if (event.DiveStarted) dives.set(row.key, { ...event.DiveStarted, line: 0 })
  if (event.CastResolved) {
    const [cast, dive] = [event.CastResolved, dives.get(row.key)]
    if (dive?.dive !== cast.dive) fail(where, 'a cast without its dive')
    const key = `${row.key}/${dive.commit}`
    const casts = pending.get(key) ?? []
    if (cast.nonce !== casts.length) fail(where, `nonce ${cast.nonce} where ${casts.length} comes next`)
    casts.push({ where, dive, cast, line: dive.line })
    pending.set(key, casts)
    dive.line += (cast.kind === 'fish' ? 1 : 0) - cast.destroyed.length
  }
  if (event.SeedRotated) {
    const { old_seed: seed, old_commit: commit } = event.SeedRotated
    if (sha256(seed) !== commit) fail(where, 'the revealed seed does not hash to its commitment')
    for (const cast of pending.get(`${row.key}/${commit}`) ?? []) check(seed, cast)
    pending.delete(`${row.key}/${commit}`)
  }
}
const hidden = [...pending.values()].reduce((sum, casts) => sum + casts.length, 0)
console.log(`${draws} draws recomputed, ${hidden} under seeds that are not revealed`)
