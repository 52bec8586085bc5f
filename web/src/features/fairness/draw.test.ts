// The published vectors of domain §2.6 and its golden dive.
import { describe, expect, test } from 'vitest'
import paytable from '../../testing/paytable.json'
import { draw, numbersOf, sha256 } from './draw.ts'
import { asPaytable, canonical } from './paytable.ts'
import { parseCasts, verify, type VerifiableCast } from './verify.ts'

const server = `${'c0ffee'.repeat(10)}c0ff`
const client = 'angler-1'
const commit = '53cd3b418bb2d1ed2a1e49f6ab241ae86b0f46eb4c198b4baf4dd471265d703d'
const tableHash = '666794e899423c4ae32ed0457a1eb529ea575a3ec25dc1c18e9e223ca8c78511'
const table = asPaytable(paytable) ?? expect.fail('the paytable is not readable')

describe('the draw', () => {
  test('commits to the server seed as published', async () => {
    expect(await sha256(server)).toBe(commit)
  })

  test('gives the published first block', async () => {
    const numbers = await numbersOf(server, client, 0)
    expect(await numbers.block(0)).toBe('ba07781b52455dcbb889150a228683b3b4d371a9c1aaece24679b47c6d5900c2')
  })

  test('finds the 5000x chest of band E at nonce 1497528', async () => {
    const drawn = await draw(table, { server, client }, { level: 37, nonce: 1_497_528, shield: false }, 0)
    expect(drawn).toMatchObject({ t: 110_377, kind: 'chest', x10: 50_000 })
  })

  test('has the published fingerprint of the paytable', async () => {
    expect(await sha256(canonical(paytable))).toBe(tableHash)
  })
})

/** Plays the golden dive: level n+1 at nonce n, no shield. */
async function goldenDive(): Promise<VerifiableCast[]> {
  const casts: VerifiableCast[] = []
  let onLine = 0
  for (let nonce = 0; nonce < 37; nonce++) {
    const cast = { level: nonce + 1, nonce, shield: false }
    const drawn = await draw(table, { server, client }, cast, onLine)
    casts.push({ ...cast, ...drawn })
    onLine += (drawn.kind === 'fish' ? 1 : 0) - drawn.destroyed.length
  }
  return casts
}

describe('the golden dive', () => {
  test.each([
    [0, 726_676, 'empty', null],
    [1, 502_574, 'mine', null],
    [3, 28_791, 'fish', 'anchovy'],
    [4, 254_223, 'fish', 'sardine'],
    [8, 310_139, 'fish', 'tuna'],
    [27, 124_914, 'mine', null],
  ])('nonce %i draws %i: %s', async (nonce, t, kind, id) => {
    expect((await goldenDive())[nonce]).toMatchObject({ t, kind, id })
  })

  test('its mines destroy the published fish', async () => {
    const casts = await goldenDive()
    expect(casts[27]?.destroyed).toEqual([2, 3, 5])
    expect(casts[34]?.destroyed).toEqual([1, 4])
  })

  test('verifies as a whole', async () => {
    const casts = await goldenDive()
    const verdict = await verify({
      serverSeed: server,
      clientSeed: client,
      commit,
      casts,
      paytable: table,
      tableHash,
    })
    expect(verdict.commitOk).toBe(true)
    expect(verdict.tableOk).toBe(true)
    expect(verdict.casts).toHaveLength(37)
    expect(verdict.casts.every(({ match }) => match)).toBe(true)
  })

  test('one changed cast, seed or table is found', async () => {
    const casts = await goldenDive()
    const forged = casts.map((cast, index) => (index === 4 ? { ...cast, id: 'golden_carp', x10: 100 } : cast))
    const evidence = { serverSeed: server, clientSeed: client, commit, casts, paytable: table, tableHash }
    const wrong = await verify({ ...evidence, casts: forged })
    expect(wrong.casts.map(({ match }) => match).indexOf(false)).toBe(4)
    expect((await verify({ ...evidence, serverSeed: server.replace('c0ff', 'c0fe') })).commitOk).toBe(false)
    expect((await verify({ ...evidence, paytable: { ...table, draw_total: 999_999 } })).tableOk).toBe(false)
    const hidden = casts.map((cast, index) => (index === 27 ? { ...cast, destroyed: [2, 3] } : cast))
    expect((await verify({ ...evidence, casts: hidden })).casts[27]?.match).toBe(false)
  })

  test('a left-out draw is found, and a reveal of another commitment than was shown', async () => {
    const casts = await goldenDive()
    const evidence = { serverSeed: server, clientSeed: client, commit, casts, paytable: table, tableHash }
    const chosen = { server, client }
    const skipped = { level: 2, nonce: 2, shield: false }
    const second = { ...skipped, ...(await draw(table, chosen, skipped, 0)) }
    const left = await verify({ ...evidence, casts: [...casts.slice(0, 1), second] })
    expect(left.casts.map(({ match }) => match)).toEqual([true, false])
    const device = { commit: 'f'.repeat(64), seed: 'other', valueOk: true } as const
    expect((await verify({ ...evidence, device })).commitOk).toBe(false)
    expect((await verify({ ...evidence, device: { ...device, commit, seed: 'next' } })).commitOk).toBe(true)
  })
})

test('pasted casts may be a list or a whole dive detail, and nothing else', () => {
  const cast = {
    seq: 1,
    level: 1,
    nonce: 0,
    t: 726_676,
    kind: 'empty',
    id: null,
    x10: 0,
    destroyed: [],
    shield: false,
  }
  expect(parseCasts(JSON.stringify([cast]))).toHaveLength(1)
  expect(parseCasts(JSON.stringify({ casts: [cast] }))).toHaveLength(1)
  for (const rubbish of ['', '{', '[]', 'null', '[1]', '{"casts":{}}', '[{"level":"1"}]'])
    expect(parseCasts(rubbish)).toBeNull()
})
