// The browser's check of approvals, over what a browser signed for the console and the service's own check accepts.
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { StaffPublicKey, StaffSigned } from '../api/endpoints.gen.ts'
import { checkApproval } from './approval.ts'

const made = JSON.parse(readFileSync('../ledger/proofs/src/approval/chromium.json', 'utf8')) as {
  account: string
  request: string
  key: StaffPublicKey
  signature: StaffSigned['signature']
}
const { account, request, signature } = made
const passkey: StaffSigned = {
  account,
  at_ms: 0,
  call: 'keys/propose',
  subject: account,
  digest: signature.key,
  request,
  public_key: made.key,
  key_approved_by: 'zoe',
  signature,
}

const lines = (...parts: string[]) => parts.map((part) => `${part}\n`).join('')
const digestOf = (text: string) => createHash('sha256').update(text).digest()

/** An approval with a key file. */
function filed(): StaffSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex')
  const [call, subject, digest] = ['withdrawals/approve', 'w-1', 'd-1']
  const statement = digestOf(lines('ledger staff approval 1', call, subject, digest, 'ann', request))
  return {
    ...passkey,
    account: 'ann',
    call,
    subject,
    digest,
    public_key: { kind: 'ed25519', public: point },
    signature: {
      key: digestOf(lines('ledger staff key 1', 'ed25519', point, '', '')).toString('hex'),
      signature: sign(null, statement, privateKey).toString('hex'),
    },
  }
}

const turned = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)

test('a signature of a passkey and one of a key file hold', async () => {
  expect(await checkApproval(passkey)).toEqual({ holds: true })
  expect(await checkApproval(filed())).toEqual({ holds: true })
})

test('a changed part of the statement is another statement', async () => {
  for (const part of ['call', 'subject', 'digest', 'account', 'request'] as const) {
    expect(await checkApproval({ ...passkey, [part]: 'x' })).toEqual({ holds: false, why: 'other_statement' })
    expect(await checkApproval({ ...filed(), [part]: 'x' })).toEqual({ holds: false, why: 'broken' })
  }
})

test('what the authenticator and the browser say belongs to it', async () => {
  const said = signature.passkey
  if (!said) throw new TypeError('no passkey')
  const saying = (change: Partial<typeof said>) =>
    checkApproval({ ...passkey, signature: { ...signature, passkey: { ...said, ...change } } })
  const client = (from: string, to: string) => saying({ client_data: said.client_data.replace(from, to) })
  const authenticator = (at: number, to: string) => {
    const data = said.authenticator_data
    return saying({ authenticator_data: data.slice(0, at) + to + data.slice(at + to.length) })
  }
  expect(await client('webauthn.get', 'webauthn.create')).toEqual({ holds: false, why: 'other_statement' })
  expect(await client('localhost', 'phisher')).toEqual({ holds: false, why: 'other_place' })
  expect(await client('"crossOrigin":false', '"crossOrigin":true')).toEqual({
    holds: false,
    why: 'other_place',
  })
  expect(await authenticator(0, '00')).toEqual({ holds: false, why: 'other_place' })
  expect(await authenticator(64, '01')).toEqual({ holds: false, why: 'nobody' })
  expect(await authenticator(66, 'ff')).toEqual({ holds: false, why: 'broken' })
})

test('another key, a changed signature and no key at all', async () => {
  const file = filed()
  expect(await checkApproval({ ...passkey, public_key: file.public_key ?? null })).toEqual({
    holds: false,
    why: 'other_key',
  })
  for (const one of [passkey, file]) {
    const changed = { ...one.signature, signature: turned(one.signature.signature) }
    expect(await checkApproval({ ...one, signature: changed })).toEqual({ holds: false, why: 'broken' })
  }
  expect(await checkApproval({ ...passkey, public_key: null })).toMatchObject({
    why: 'revoked',
    unmade: true,
  })
})
