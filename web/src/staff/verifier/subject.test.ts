// What the page shows, and the digest that the service names, and what was signed: three things that have to be one.
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ProposalsInfoData, StaffSigned, WithdrawalsInfoData } from '../api/endpoints.gen.ts'
import { world } from '../testing/world.ts'
import { checkSubject, statementOf } from './approval.ts'
import { proposalSubject, withdrawalSubject } from './subject.ts'

const data = world['withdrawals/info'] as WithdrawalsInfoData
const { proposal } = world['proposals/info'] as ProposalsInfoData
const checked = (of: WithdrawalsInfoData) => checkSubject(withdrawalSubject(of), of.signatures)
const showing = (part: Partial<WithdrawalsInfoData['withdrawal']>) =>
  checked({ ...data, withdrawal: { ...data.withdrawal, ...part } })

test('what is shown is what was signed', async () => {
  expect(await checked(data)).toEqual({
    digest: data.digest,
    same: true,
    signed: [{ holds: true, earlier: false }],
  })
})

test('every changed part is another digest, and the signature is of other terms', async () => {
  const address = 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'
  for (const part of [
    { amount: '60000000', net: '55200000' },
    { fee: '0', net: '600000000' },
    { address },
    { comment: '42' },
    { withdrawal: '0193f0c2-7a11-7bbb-8ccc-100000000005' },
  ]) {
    const found = await showing(part)
    expect(found.same).toBe(false)
    expect(found.digest).not.toBe(data.digest)
    const why = part.withdrawal === undefined ? 'other_terms' : 'other_act'
    expect(found.signed).toEqual([{ holds: false, why }])
  }
})

test('a net that does not follow from what is signed is found', async () => {
  expect(await showing({ net: '600000000' })).toMatchObject({ digest: data.digest, same: false })
})

test('a service that names the digest of what it shows is found by the signatures', async () => {
  const withdrawal = { ...data.withdrawal, amount: '60000000', net: '55200000' }
  const { digest } = await checked({ ...data, withdrawal })
  const lie = { ...data, withdrawal, digest: digest ?? '' }
  expect(await checked(lie)).toMatchObject({ same: true, signed: [{ holds: false, why: 'other_terms' }] })
  const signatures = data.signatures.map((one) => ({ ...one, digest: digest ?? '' }))
  expect(await checked({ ...lie, signatures })).toMatchObject({
    signed: [{ holds: false, why: 'other_statement' }],
  })
})

test('a signature from before the withdrawal went back into review is an earlier one', async () => {
  const steps = [...data.steps, { event: 'RiskFlagged', at_ms: 0, actor: 'staff:zoe', reason: 'again' }]
  const { digest, same, signed } = await checked({ ...data, steps })
  expect([same, signed]).toEqual([false, [{ holds: true, earlier: true }]])
  expect(await checked({ ...data, steps, digest: digest ?? '' })).toMatchObject({ same: true })
})

test('what is signed today names the player, and is signed again where it did not', async () => {
  const { withdrawal } = data
  const [text = ''] = withdrawalSubject(data).texts
  const paid = ['600.000000', '4.800000', withdrawal.address, null]
  expect(JSON.parse(text)).toEqual([withdrawal.withdrawal, withdrawal.player, 1, paid])
  const digest = createHash('sha256').update(text).digest('hex')
  const signatures = [
    signedWithFile('withdrawals/approve', withdrawal.withdrawal, digest),
    ...data.signatures,
  ]
  const named = { ...data, digest, signatures }
  expect(await checked(named)).toEqual({
    digest,
    same: true,
    signed: [
      { holds: true, earlier: false },
      { holds: true, earlier: true },
    ],
  })
  const other = { ...withdrawal, player: '0193f0c2-7a11-7bbb-8ccc-000000000009' }
  expect(await checked({ ...named, withdrawal: other })).toMatchObject({
    same: false,
    signed: [{ why: 'other_terms' }, { holds: true, earlier: true }],
  })
})

test('a proposal is signed as a whole', async () => {
  const subject = proposalSubject(proposal)
  const of = (list: StaffSigned[], part: object = {}) =>
    checkSubject(proposalSubject({ ...proposal, ...part }), list)
  const yes = [signedWithFile(subject.call, proposal.proposal, proposal.digest)]
  expect(await of(yes)).toMatchObject({ same: true, signed: [{ holds: true, earlier: false }] })
  for (const part of [
    { what: { ...proposal.what, delta: '-125000000' } },
    { what: { ...proposal.what, more: null } },
    { kind: 'promo_fund' },
  ])
    expect(await of(yes, part)).toMatchObject({ same: false, signed: [{ why: 'other_terms' }] })
  expect(await of(yes, { amount: '-1' })).toMatchObject({ digest: proposal.digest, same: false })
  const elsewhere = [signedWithFile('proposals/reject', proposal.proposal, proposal.digest)]
  expect(await of(elsewhere)).toMatchObject({ same: true, signed: [{ why: 'other_act' }] })
})

test('a version of the numbers is signed by its name, body, time and what it replaces', () => {
  const what = { section: 'game', version: 3, body: { b: 1, a: [2] }, replaces: 2, effective_ms: 0 }
  const version = { ...proposal, proposal: 'config.game.3', kind: 'config', what }
  expect(proposalSubject(version).texts).toEqual(['["config.game.3","config",[{"a":[2],"b":1},0,2]]'])
})

/** An approval with a key file. */
function signedWithFile(call: string, subject: string, digest: string): StaffSigned {
  const sha256 = (lines: readonly string[]) =>
    createHash('sha256')
      .update(lines.map((line) => `${line}\n`).join(''))
      .digest()
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex')
  const key = sha256(['ledger staff key 1', 'ed25519', point, '', '']).toString('hex')
  const bare: StaffSigned = {
    account: 'bo',
    at_ms: 0,
    call,
    subject,
    digest,
    request: '01a213d5-0896-7d80-a037-0e33f97cd7c0',
    public_key: { kind: 'ed25519', public: point },
    signature: { key, signature: '' },
  }
  const signature = sign(null, sha256(statementOf(bare)), privateKey).toString('hex')
  return { ...bare, signature: { key, signature } }
}
