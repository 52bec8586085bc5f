// Passkeys in a real browser with a virtual authenticator: one is made and proves itself, an approval carries its
// signature over just what is approved, and without it nothing leaves the page.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { answer, bodiesOf, prepareConsole, show } from '../../testing/console.tsx'
import { me, player, world } from '../../testing/world.ts'
import type { StaffHeldKey, StaffPublicKey, StaffSignature } from '../../api/endpoints.gen.ts'

prepareConsole()

type Session = { send: (method: string, params?: object) => Promise<unknown> }
const proposal = '0193f0c2-7a11-7bbb-8ccc-000000000001'
let authenticator = ''

const device = () => cdp() as unknown as Session

beforeEach(async () => {
  await device().send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  }
  const added = await device().send('WebAuthn.addVirtualAuthenticator', { options })
  authenticator = (added as { authenticatorId: string }).authenticatorId
})

afterEach(async () => {
  vi.restoreAllMocks()
  await device().send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: authenticator })
})

test('a passkey is made, proves itself, and then signs what is approved', async () => {
  await show('/desks/keys')
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('My telephone')
  await dialog.getByRole('button', { name: 'Make a passkey' }).click()
  await expect.element(page.getByText(/^The passkey waits for somebody of security/)).toBeVisible()
  const made = bodiesOf('keys/propose')[0] as Proposed
  const id = await digestOf([
    'ledger staff key 1',
    'passkey',
    made.key.public,
    made.key.credential,
    location.origin,
  ])
  expect(made.signature.key).toBe(id)
  await expectSigned(made, made.signature, ['keys/propose', me.name, id, me.name, made.req_id])

  const held: StaffHeldKey = { ...made.key, key: id, proposed_ms: 1, approved_by: 'zoe' }
  answer({ 'session/me': { ...me, keys: [held], signs: true } })
  const approved = await approves()
  const lines = [
    'proposals/approve',
    proposal,
    String(approved['digest']),
    me.name,
    String(approved['req_id']),
  ]
  await expectSigned(made, approved['signature'] as StaffSignature, lines)

  const frozen = await freezes()
  const written = `["ledger staff act 1","freezes/set","${player}","Case \\"4409\\""]`
  const done = await sha256(new TextEncoder().encode(written))
  const act = ['freezes/set', player, done, me.name, String(frozen['req_id'])]
  await expectSigned(made, frozen['signature'] as StaffSignature, act)
})

test('a device that refuses sends nothing', async () => {
  const held = { key: 'a', kind: 'passkey', credential: 'AQID', origin: location.origin }
  answer({ 'session/me': { ...me, keys: [{ ...held, proposed_ms: 1, approved_by: 'zoe' }] } })
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('No', 'NotAllowedError'))
  await openProposal()
  const said = () => document.querySelector('dialog [role=alert]')?.textContent
  await expect.poll(said).toContain('Nothing was signed, so nothing was sent')
  expect(bodiesOf('proposals/approve')).toEqual([])
})

test('whoever keeps accounts approves a key and ends one', async () => {
  const held = { kind: 'ed25519', proposed_ms: 1 }
  const keys = [
    { ...held, key: '1a'.repeat(32) },
    { ...held, key: '2b'.repeat(32), approved_by: 'zoe' },
  ]
  const { list } = world['staff/list'] as { list: object[] }
  answer({ 'staff/list': { list: [{ ...list[0], keys }] }, 'session/me': { ...me, keys: [], signs: false } })
  await show('/desks/accounts')
  await page.getByText('ada', { exact: true }).first().click()
  const does = async (what: string, nth: number) => {
    await page.getByRole('button', { name: what }).nth(nth).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabelText('Reason').fill('Read out in person')
    await dialog.getByRole('button', { name: what }).click()
  }
  await does('Approve this key', 0)
  await expect.element(page.getByText('A key of ada signs now')).toBeVisible()
  expect(bodiesOf('keys/approve')).toMatchObject([{ account: 'ada', key: '1a'.repeat(32) }])
  await does('Revoke this key', 1)
  await expect.element(page.getByText('A key of ada is revoked')).toBeVisible()
  expect(bodiesOf('keys/revoke')).toMatchObject([{ account: 'ada', key: '2b'.repeat(32) }])
})

test('whoever has no key is led to where one is registered', async () => {
  const message = 'This takes a signature with a key of your own: register a key first'
  answer({ 'proposals/approve': { error: 9007, message } })
  await openProposal()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(`${message} (9007) Register a key`)
  await dialog.getByRole('link', { name: 'Register a key' }).click()
  await expect.element(page.getByRole('button', { name: 'Make a passkey' })).toBeVisible()
})

type Passkey = StaffPublicKey & { kind: 'passkey' }
type Proposed = { key: Passkey; signature: StaffSignature; req_id: string }

async function openProposal(): Promise<void> {
  await show(`/desks/proposals?open=${proposal}`)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('It is right')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
}

async function approves(): Promise<Record<string, unknown>> {
  await openProposal()
  await expect.poll(() => bodiesOf('proposals/approve').length).toBe(1)
  return bodiesOf('proposals/approve')[0] ?? {}
}

async function freezes(): Promise<Record<string, unknown>> {
  await show('/desks/freezes')
  await page.getByRole('button', { name: 'Freeze an account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Player id').fill(player)
  await dialog.getByLabelText('Reason').fill(' Case "4409" ')
  await dialog.getByRole('button', { name: 'Freeze an account' }).click()
  await expect.poll(() => bodiesOf('freezes/set').length).toBe(1)
  return bodiesOf('freezes/set')[0] ?? {}
}

/** Checks a signature as a server does, with nothing of ours: challenge, address, and ES256 over what was signed. */
async function expectSigned(made: Proposed, signature: StaffSignature, lines: string[]): Promise<void> {
  const { client_data: client = '', authenticator_data: said = '' } = signature.passkey ?? {}
  const challenge = await digestOf(['ledger staff approval 1', ...lines])
  const { type, origin, challenge: signed } = JSON.parse(client) as Record<string, string>
  expect([type, origin]).toEqual(['webauthn.get', location.origin])
  expect(hexOf(Uint8Array.from(atob((signed ?? '').replaceAll('-', '+').replaceAll('_', '/')), code))).toBe(
    challenge,
  )
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(made.key.public), algorithm, false, ['verify'])
  const whole = new Uint8Array([...bytesOf(said), ...bytesOf(await sha256(new TextEncoder().encode(client)))])
  const holds = crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    rawOf(bytesOf(signature.signature)),
    whole,
  )
  expect(await holds).toBe(true)
}

const code = (sign: string) => sign.charCodeAt(0)
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16))
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
const digestOf = (lines: string[]) =>
  sha256(new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')))

/** The two numbers of a signature in DER, each of 32 bytes. */
function rawOf(der: Uint8Array): Uint8Array<ArrayBuffer> {
  const raw = new Uint8Array(64)
  let at = 2
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0
    const number = der.slice(at + 2, at + 2 + length).slice(-32)
    raw.set(number, end - number.length)
    at += 2 + length
  }
  return raw
}
