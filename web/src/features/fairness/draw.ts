// The draw of domain §2.6, recomputed in the browser with WebCrypto. Knows nothing of the network: whoever has
// the revealed seed and the casts can check them offline.
import { hex } from '../../shared/hex.ts'
import { bandOf, type Band, type Paytable } from './paytable.ts'

/** The 64 hex characters that the server committed to. */
export type ServerSeed = string
/** What one cast brought. */
export type Outcome = { kind: 'empty' | 'fish' | 'chest' | 'mine'; id: string | null; x10: number }
/** One cast recomputed: the drawn number, the outcome, and the places on the line that a mine destroys. */
export type Drawn = Outcome & { t: number; destroyed: number[] }

const ascii = new TextEncoder()
const blockBytes = 32
const u64Bytes = 8

/** SHA-256 of a text, in hex. The commit is this of the server seed's 64 characters. */
export async function sha256(text: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', ascii.encode(text)))
}

/** The endless numbers of one nonce: big-endian u64s across the blocks `{client_seed}:{nonce}:{k}`. */
export async function numbersOf(serverSeed: ServerSeed, clientSeed: string, nonce: number) {
  const key = await crypto.subtle.importKey(
    'raw',
    ascii.encode(serverSeed),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const blocks: DataView[] = []
  const blockAt = async (k: number) =>
    (blocks[k] ??= new DataView(
      await crypto.subtle.sign('HMAC', key, ascii.encode(`${clientSeed}:${nonce}:${k}`)),
    ))
  return {
    /** Block k in hex, as the published vectors show it. */
    block: async (k: number): Promise<string> => hex((await blockAt(k)).buffer as ArrayBuffer),
    at: async (index: number): Promise<bigint> => {
      const offset = index * u64Bytes
      return (await blockAt(Math.floor(offset / blockBytes))).getBigUint64(offset % blockBytes)
    },
  }
}

/** What the band's table gives for a drawn number: the first cumulative weight above `t` wins. */
export function outcomeAt(band: Band, t: number): Outcome {
  let sum = 0
  for (const fish of band.fish) if (t < (sum += fish.w)) return { kind: 'fish', id: fish.id, x10: fish.x10 }
  for (const chest of band.chest) if (t < (sum += chest.w)) return { kind: 'chest', id: null, x10: chest.x10 }
  if (t < sum + band.mine_w) return { kind: 'mine', id: null, x10: 0 }
  return { kind: 'empty', id: null, x10: 0 }
}

/** Recomputes one cast; `onLine` is the number of fish on the line before it. A shield lets nothing be destroyed. */
export async function draw(
  table: Paytable,
  seeds: { server: ServerSeed; client: string },
  cast: { level: number; nonce: number; shield: boolean },
  onLine: number,
): Promise<Drawn> {
  const band = bandOf(table, cast.level)
  if (!band) throw new RangeError(`Level ${cast.level} is in no band`)
  const numbers = await numbersOf(seeds.server, seeds.client, cast.nonce)
  const t = Number(((await numbers.at(0)) * BigInt(table.draw_total)) >> 64n)
  const outcome = outcomeAt(band, t)
  const destroyed: number[] = []
  for (let place = 0; outcome.kind === 'mine' && !cast.shield && place < onLine; place++) {
    if ((await numbers.at(place + 1)) >> 63n === 1n) destroyed.push(place)
  }
  return { ...outcome, t, destroyed }
}
