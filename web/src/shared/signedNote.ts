// Signed notes (C2SP signed-note): a text, an empty line, and lines of signatures under names. Opened with WebCrypto.
import { hex } from './hex.ts'

/** A key in the notation `<name>+<id>+<key>`. */
type Key = { name: string; id: string; bytes: Uint8Array<ArrayBuffer> }

const ed25519 = 1
const idBytes = 4
const ascii = new TextEncoder()

/**
 * The text of a note that carries a good signature of this key; null when there is none. Throws in a browser that does
 * not know Ed25519.
 */
export async function openNote(note: string, vkey: string): Promise<string | null> {
  const key = keyOf(vkey)
  const end = note.lastIndexOf('\n\n')
  if (key === null || end < 0) return null
  const verifies = await crypto.subtle.importKey('raw', key.bytes, 'Ed25519', false, ['verify'])
  const text = note.slice(0, end + 1)
  for (const line of note.slice(end + 2).split('\n')) {
    const [dash, name, signature, ...more] = line.split(' ')
    const signed = bytesOf(signature ?? '')
    if (dash !== '\u2014' || name !== key.name || signed === null || more.length > 0) continue
    if (hex(signed.slice(0, idBytes).buffer) !== key.id) continue
    const held = crypto.subtle.verify('Ed25519', verifies, signed.subarray(idBytes), ascii.encode(text))
    if (await held) return text
  }
  return null
}

function keyOf(vkey: string): Key | null {
  // The key itself may hold the sign that divides.
  const [name, id, ...parts] = vkey.split('+')
  const bytes = bytesOf(parts.join('+'))
  if (name === undefined || id === undefined || bytes?.[0] !== ed25519) return null
  return { name, id, bytes: bytes.slice(1) }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}
