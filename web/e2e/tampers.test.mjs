// An export that somebody changed before the auditor got it: whatever was changed, the page that checks it says what does
// not hold. Most tampers are sealed anew, with lengths, hashes and counts that fit, as somebody who knows the format would.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { openBrowser } from './browser.mjs'
import { check, exported, file } from './bundle.mjs'
import { member } from './member.mjs'
import { callsOf, newId, reqId } from './player.mjs'

const [manifestName, eventsName, postingsName] = ['manifest.json', 'events.ndjson', 'postings.ndjson']
/** @type {import('playwright-core').Browser} */
let browser
let auditor
let bundle

before(async () => {
  browser = await openBrowser()
  auditor = await member(browser, 'auditor')
  // Streams of several events, and value that moved.
  const call = await callsOf(newId())
  await call('signin/sign')
  await call('user/accept_terms', { version: '1', req_id: reqId() })
  await auditor.go('/exports')
  bundle = await read(await exported(auditor.page))
  await auditor.go('/bundle')
  const { data } = await auditor.call('proofs/checkpoints', {})
  // The key comes another way than the files.
  await auditor.page.getByLabel('Verifier key of the log').fill(data.list[0].vkey)
})
after(() => browser?.close())

/** The files as rows; nothing is lost on the way through JSON, or a tamper would change more than it says. */
async function read(files) {
  const rows = (text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const parts = {
    manifest: JSON.parse(files[manifestName]),
    events: rows(files[eventsName]),
    postings: rows(files[postingsName]),
  }
  assert.equal(written(parts.events), files[eventsName])
  assert.equal(written(parts.postings), files[postingsName])
  return parts
}

const written = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** The manifest says of the files what they are now. */
function seal(manifest, texts) {
  manifest.files.forEach((note, index) => {
    const text = texts[index] ?? ''
    Object.assign(note, {
      rows: text.split('\n').length - 1,
      bytes: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
    })
  })
}

/** Changes a copy of the export; gives the page's verdict. `change` may give the texts of the files itself. */
function verdictOn(change, isSealed = true) {
  const copy = structuredClone(bundle)
  const texts = change(copy) ?? [written(copy.events), written(copy.postings)]
  if (isSealed) seal(copy.manifest, texts)
  return check(auditor.page, [
    file(manifestName, JSON.stringify(copy.manifest)),
    file(eventsName, texts[0]),
    file(postingsName, texts[1]),
  ])
}

const moved = (postings) => postings.find(({ amount }) => amount > 0)
/** One whose account had a balance before it. */
const following = (postings) =>
  postings.findLast((row, index) =>
    postings.slice(0, index).some(({ account, owner }) => account === row.account && owner === row.owner),
  )
/** Not the first of its stream, so that something comes before it. */
const later = (events) => events.find(({ sequence }) => sequence > 1)
const otherDigit = (text) => text.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))

/** What was done, what the page says of it, and the change; `isSealed: false` leaves the seal as it came. */
const tampers = [
  {
    name: 'an amount of a posting',
    says: 'a posting is not the one that the event declares',
    change: ({ postings }) => void (moved(postings).amount += 1),
  },
  {
    name: 'an amount, with the old seal',
    says: 'postings.ndjson is not the file that the manifest describes',
    change: ({ postings }) => void (moved(postings).amount += 1),
    isSealed: false,
  },
  {
    name: 'a running balance',
    says: 'a running balance does not follow the one before',
    change: ({ postings }) => void (following(postings).after += 1),
  },
  { name: 'a deleted posting', says: 'a posting is missing', change: ({ postings }) => void postings.pop() },
  {
    name: 'a deleted event',
    says: 'is not where the range goes on',
    change: ({ events }) => void events.splice(Math.floor(events.length / 2), 1),
  },
  {
    name: 'an added posting',
    says: 'there is a posting that no event declares',
    change: ({ postings }) => void postings.push(structuredClone(postings.at(-1))),
  },
  {
    name: 'two events in each other’s place',
    says: 'is not where the range goes on',
    change: ({ events }) => void events.splice(3, 2, events[4], events[3]),
  },
  {
    name: 'an edited payload',
    says: 'the leaf is not the hash of the event',
    change: ({ events }) => void (later(events).payload = otherDigit(later(events).payload)),
  },
  {
    name: 'a changed link to the event before',
    says: 'the leaf is not the hash of the event',
    change: ({ events }) => void (later(events).previous = otherDigit(later(events).previous)),
  },
  {
    name: 'a changed sum',
    says: 'rows or sums are not those of the manifest',
    change: ({ manifest }) => void (manifest.sums.usdt = '1'),
  },
  {
    name: 'a changed count of rows',
    says: 'rows or sums are not those of the manifest',
    change: ({ manifest }) => void (manifest.files[0].rows += 1),
    isSealed: false,
  },
  { name: 'a cut end that everything else fits', says: 'are not those that checkpoint', change: cutEnd },
  {
    name: 'a changed signature',
    says: 'the checkpoint: ',
    change: ({ manifest }) =>
      void (manifest.checkpoint.note = manifest.checkpoint.note.replace(/.(?==*\n$)/, (letter) =>
        letter === 'A' ? 'B' : 'A',
      )),
  },
  {
    name: 'a changed head of the log',
    says: 'the checkpoint: ',
    change: ({ manifest }) =>
      void (manifest.checkpoint.note = manifest.checkpoint.note.replace(
        /(partition 0 \d+ )(.)/,
        (_, before, letter) => before + (letter === 'A' ? 'B' : 'A'),
      )),
  },
  {
    name: 'the name of another log',
    says: ', the trusted key of ledger/',
    change: ({ manifest }) => void (manifest.origin = otherDigit(manifest.origin)),
  },
  {
    name: 'the one file in place of the other',
    says: 'events.ndjson: ',
    change: ({ postings }) => [written(postings), written(postings)],
  },
  {
    name: 'a file that breaks off',
    says: 'events.ndjson is not the file that the manifest describes',
    change: ({ events, postings }) => [written(events).slice(0, -100), written(postings)],
    isSealed: false,
  },
]

/** The last event goes with its postings and its count: the export is whole in itself, and shorter than what was signed. */
function cutEnd({ manifest, events, postings }) {
  const { position } = events.pop()
  const legs = postings.filter((row) => row.position === position).length
  postings.splice(postings.length - legs, legs)
  Object.assign(manifest.logs[0], { until: position - 1, events: events.length })
}

test('as it came the export is whole and unchanged', async () => {
  const verdict = await verdictOn(() => undefined)
  assert.match(verdict, /whole and unchanged/)
  assert.match(verdict, new RegExp(`Events\\s+${bundle.events.length.toLocaleString('en')}\\b`))
})

for (const { name, says, change, isSealed = true } of tampers) {
  test(`${name}: the page says what does not hold`, async () => {
    const verdict = await verdictOn(change, isSealed)
    assert.match(verdict, /does NOT hold/)
    assert.ok(verdict.includes(says), verdict)
  })
}

test('after all of them the export still holds, and nothing was wrong with the page', async () => {
  assert.match(await verdictOn(() => undefined), /whole and unchanged/)
  assert.deepEqual(auditor.problems, [])
})
