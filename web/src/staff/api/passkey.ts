// Passkeys of staff (api §7.19): what is signed, by which key, and how the browser is asked for it. What is signed is
// computed here from what the person saw; the server computes it again from what it would record.
import type {
  SessionChallenge,
  SessionMe,
  SessionSignBody,
  StaffPublicKey,
  StaffSignature,
} from './endpoints.gen.ts'
import { isAct, subjectOf } from './acts.ts'
import { hex } from '../../shared/hex.ts'
import { digestOf } from './digest.ts'

type Fields = Readonly<Record<string, unknown>>

/** Fields of a body that say what is approved, by path: its subject and its digest. */
const approvals: Readonly<Record<string, readonly [string, string]>> = {
  '/staff/v1/withdrawals/approve': ['withdrawal', 'digest'],
  '/staff/v1/proposals/approve': ['proposal', 'digest'],
  '/staff/v1/keys/approve': ['account', 'key'],
}
const propose = '/staff/v1/keys/propose'

/** Where a signature is put before its request id is known. */
export const unsigned: StaffSignature = { key: '', signature: '' }

/** Whether a call is one that a key may have to sign. */
export const needsSignature = (url: string): boolean => url === propose || url in approvals || isAct(url)

/** The body with the signature of the person's passkey, if there is one that signs at this address. */
export async function signed(url: string, body: Fields, me: SessionMe): Promise<Fields> {
  if (url === propose) {
    const key = body['key'] as StaffPublicKey
    if (key.kind !== 'passkey') return body
    const id = await idOf(key)
    return { ...body, signature: await sign(id, key.credential, url, me.name, id, me.name, body) }
  }
  const said = await subjectAndDigest(url, body)
  const held = me.keys.find(({ approved_by: by = null, origin }) => by !== null && origin === location.origin)
  if (!said || !held?.credential) return body
  const [subject, digest] = said
  return { ...body, signature: await sign(held.key, held.credential, url, subject, digest, me.name, body) }
}

async function subjectAndDigest(url: string, body: Fields): Promise<readonly [string, string] | null> {
  const [subject, digest] = approvals[url] ?? []
  if (subject && digest) return [String(body[subject]), String(body[digest])]
  if (!isAct(url)) return null
  const of = await subjectOf(url, body)
  const done = ['ledger staff act 1', url.replace('/staff/v1/', ''), of, String(body['reason']).trim()]
  return [of, hex(await digestOf(JSON.stringify(done)))]
}

/** The answer to the challenge of a login; nothing when no key of the person signs at this address. */
export async function answered(challenge: SessionChallenge): Promise<SessionSignBody | null> {
  const { name, session, issued_ms, digest, keys } = challenge
  const held = keys.find(({ origin }) => origin === location.origin)
  if (!held?.credential) return null
  const said = { req_id: session }
  const url = '/staff/v1/session/open'
  const signature = await sign(held.key, held.credential, url, name, digest, name, said)
  return { name, session, issued_ms, digest, signature }
}

/** Where this page is to be opened for a passkey, when a browser would make none at its present address. */
export function namedAddress({ hostname, port, protocol }: Location): string | null {
  const isNumber = /^[\d.]+$|^\[/.test(hostname)
  return isNumber ? `${protocol}//localhost${port && `:${port}`}` : null
}

/** Makes a passkey on a device of the person. It signs nothing before another person approved it. */
export async function makePasskey(name: string): Promise<StaffPublicKey> {
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      rp: { name: 'Staff', id: location.hostname },
      user: { id: new TextEncoder().encode(name), name, displayName: name },
      pubKeyCredParams: [{ type: 'public-key', alg: es256 }],
      authenticatorSelection: { userVerification: 'required' },
      attestation: 'none',
    },
  })) as PublicKeyCredential
  const spki = (made.response as AuthenticatorAttestationResponse).getPublicKey()
  if (!spki) throw new TypeError('The authenticator gave no public key')
  // The point is the end of the key's DER, whose head says which curve it is on.
  const point = spki.slice(-pointBytes)
  return { kind: 'passkey', public: hex(point), credential: base64url(made.rawId), origin: location.origin }
}

const es256 = -7
const pointBytes = 65

async function sign(
  key: string,
  credential: string,
  url: string,
  subject: string,
  digest: string,
  account: string,
  body: Fields,
): Promise<StaffSignature> {
  const call = url.replace('/staff/v1/', '')
  const lines = ['ledger staff approval 1', call, subject, digest, account, String(body['req_id'])]
  const got = (await navigator.credentials.get({
    publicKey: {
      challenge: await sha256(lines),
      rpId: location.hostname,
      allowCredentials: [{ type: 'public-key', id: fromBase64url(credential) }],
      userVerification: 'required',
    },
  })) as PublicKeyCredential
  const response = got.response as AuthenticatorAssertionResponse
  return {
    key,
    signature: hex(response.signature),
    passkey: {
      authenticator_data: hex(response.authenticatorData),
      client_data: new TextDecoder().decode(response.clientDataJSON),
    },
  }
}

/** The id of a key: a digest of all of it. */
async function idOf(key: StaffPublicKey & { kind: 'passkey' }): Promise<string> {
  const digest = await sha256(['ledger staff key 1', key.kind, key.public, key.credential, key.origin])
  return hex(digest)
}

const sha256 = (lines: readonly string[]) => digestOf(lines.map((line) => `${line}\n`).join(''))

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0))
}
