// Whether somebody signed an approval (api §7.19), checked in this page with the browser's own cryptography: neither
// the service nor its verifier has a word in it. The statement is made anew from its parts, as the service makes it,
// and the digest of what is approved from what the page shows (`subject.ts`).
import { digestOf } from '../api/digest.ts'
import type { StaffPublicKey, StaffSigned } from '../api/endpoints.gen.ts'
import { hex as hexOf } from '../../shared/hex.ts'
import type { Subject } from './subject.ts'

/** What the check comes to. `unmade` says nothing about the signature: the key is gone, or the browser cannot do it. */
export type Signed = { holds: true } | { holds: false; why: Why; unmade?: boolean }
export type Why =
  | 'revoked'
  | 'unable'
  | 'other_key'
  | 'other_statement'
  | 'other_place'
  | 'nobody'
  | 'broken'
  | 'other_act'
  | 'other_terms'

/** The check of all that is signed under what a page shows. */
export type Checked = {
  /** Of what the page shows, computed here; nothing where the browser cannot. */
  digest: string | null
  /** It is the digest that the service names, and the amounts of the page fit together. */
  same: boolean | null
  /** One for each signature, in their order; `earlier` is of the same terms before they went back into review. */
  signed: readonly (Signed & { earlier?: boolean })[]
}

/** Checks what the page shows against the digest that the service names, and each signature against what it shows. */
export async function checkSubject(subject: Subject, list: readonly StaffSigned[]): Promise<Checked> {
  // A page that came without TLS has no cryptography.
  if (!('subtle' in crypto)) return { digest: null, same: null, signed: list.map(() => unable) }
  const digestsOf = (texts: readonly string[]) =>
    Promise.all(texts.map(async (text) => hexOf(await digestOf(text))))
  const [now, before] = [await digestsOf(subject.texts), await digestsOf(subject.before ?? [])]
  const [digests, others] = before[0] === subject.digest ? [before, now] : [now, before]
  const [digest = ''] = digests
  const signed = await Promise.all(
    list.map(async (one) => {
      const made = await checkApproval(one)
      if (!made.holds) return made
      if (one.call !== subject.call || one.subject !== subject.id) return no('other_act')
      const known = [...digests, ...others].indexOf(one.digest)
      return known < 0 ? no('other_terms') : { ...made, earlier: known > 0 }
    }),
  )
  return { digest, same: digest === subject.digest && subject.fits, signed }
}

/** Bytes of authenticator data before extensions: the hash of the host, the flags, the counter. */
const authenticatorBytes = 37
/** Somebody touched the authenticator, and it knew the person. */
const presentAndVerified = 0b101

export async function checkApproval(signed: StaffSigned): Promise<Signed> {
  const { public_key: key = null, signature } = signed
  if (key === null) return { holds: false, why: 'revoked', unmade: true }
  try {
    if ((await idOf(key)) !== signature.key) return no('other_key')
    const digest = await sha256(statementOf(signed))
    return key.kind === 'passkey'
      ? await passkey(key, signature, digest)
      : await holds('Ed25519', { name: 'Ed25519' }, key.public, unhex(signature.signature), digest)
  } catch (fault) {
    const unmade = fault instanceof DOMException && fault.name === 'NotSupportedError'
    return unmade ? unable : no('broken')
  }
}

/** The lines that are signed, each with its line feed. */
export const statementOf = ({ call, subject, digest, account, request }: StaffSigned): readonly string[] => [
  'ledger staff approval 1',
  call,
  subject,
  digest,
  account,
  request,
]

const no = (why: Why): Signed => ({ holds: false, why })
const unable: Signed = { holds: false, why: 'unable', unmade: true }

async function passkey(
  key: StaffPublicKey & { kind: 'passkey' },
  { signature, passkey: said = null }: StaffSigned['signature'],
  digest: Uint8Array<ArrayBuffer>,
): Promise<Signed> {
  if (said === null) return no('other_key')
  const client = JSON.parse(said.client_data) as Partial<Record<string, unknown>>
  if (client['type'] !== 'webauthn.get' || client['challenge'] !== base64url(digest))
    return no('other_statement')
  if (client['origin'] !== key.origin || client['crossOrigin'] === true) return no('other_place')
  const authenticator = unhex(said.authenticator_data)
  const host = await bytesOf(new URL(key.origin).hostname)
  if (authenticator.length < authenticatorBytes || hex(authenticator.slice(0, 32)) !== hex(host))
    return no('other_place')
  if (((authenticator[32] ?? 0) & presentAndVerified) !== presentAndVerified) return no('nobody')
  const text = new Uint8Array([...authenticator, ...(await bytesOf(said.client_data))])
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  return holds(algorithm, { name: 'ECDSA', hash: 'SHA-256' }, key.public, plain(unhex(signature)), text)
}

async function holds(
  algorithm: AlgorithmIdentifier | EcKeyImportParams,
  check: AlgorithmIdentifier | EcdsaParams,
  key: string,
  signature: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
): Promise<Signed> {
  const imported = await crypto.subtle.importKey('raw', unhex(key), algorithm, false, ['verify'])
  return (await crypto.subtle.verify(check, imported, signature, text)) ? { holds: true } : no('broken')
}

/** An ECDSA signature without its DER: r and s, 32 bytes each. */
function plain(der: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(64)
  let at = 2
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0
    const number = der.slice(at + 2, at + 2 + length)
    const digits = number[0] === 0 ? number.slice(1) : number
    if (der[at] !== 2 || digits.length > 32) throw new TypeError('no signature')
    both.set(digits, end - digits.length)
    at += 2 + length
  }
  if (der[0] !== 0x30 || der[1] !== der.length - 2 || at !== der.length) throw new TypeError('no signature')
  return both
}

/** The id of a key: a digest of all of it. */
async function idOf(key: StaffPublicKey): Promise<string> {
  const [credential, origin] = key.kind === 'passkey' ? [key.credential, key.origin] : ['', '']
  return hex(await sha256(['ledger staff key 1', key.kind, key.public, credential, origin]))
}

const sha256 = (lines: readonly string[]) => bytesOf(lines.map((line) => `${line}\n`).join(''))

async function bytesOf(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

function unhex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new TypeError('no hexadecimal')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
