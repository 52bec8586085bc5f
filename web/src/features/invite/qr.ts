// A QR code (ISO/IEC 18004) of a short text: bytes, error correction M, versions 1 to 6. That holds every link
// the messenger can have; own code, because a library would be larger than the screen it stands on.
//
//   codewords   header, bytes, padding, cut into blocks with Reed-Solomon remainders, interleaved
//   frame       finders, timing, alignment, format: what is no data
//   place       bits in columns of two from the lower right, up and down
//   mask        the one of eight that leaves the fewest long runs

/** Longest text in bytes. */
export const bytesMax = 106

type Version = {
  readonly size: number
  readonly total: number
  readonly check: number
  readonly blocks: number
}
/** Codewords in all, those for checking in each block, and blocks, by version. */
const versions: readonly Version[] = (
  [
    [26, 10, 1],
    [44, 16, 1],
    [70, 26, 1],
    [100, 18, 2],
    [134, 24, 2],
    [172, 16, 4],
  ] as const
).map(([total, check, blocks], index) => ({ size: 21 + 4 * index, total, check, blocks }))

type Modules = { readonly dark: boolean[][]; readonly fixed: boolean[][] }

/** Rows of dark modules, without the quiet zone; null for a text that is too long. */
export function qrOf(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  const version = versions.find(({ total, check, blocks }) => bytes.length + 2 <= total - check * blocks)
  if (!version) return null
  const words = codewords(bytes, version)
  const candidates = masks.map((mask, index) => {
    const modules = frame(version.size, index)
    place(modules, words, mask)
    return modules.dark
  })
  return candidates.toSorted((left, right) => runs(left) - runs(right))[0] ?? null
}

function codewords(bytes: Uint8Array, { total, check, blocks }: Version): number[] {
  const room = total - check * blocks
  // Mode 0100, eight bits of length, the bytes, 0000: everything is shifted by half a byte.
  const nibbles = [
    4,
    bytes.length >> 4,
    bytes.length & 15,
    ...Array.from(bytes).flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ]
  const data = Array.from(
    { length: nibbles.length / 2 },
    (_, at) => ((nibbles[2 * at] ?? 0) << 4) | (nibbles[2 * at + 1] ?? 0),
  )
  for (let pad = 0; data.length < room; pad++) data.push(pad % 2 === 0 ? 0xec : 0x11)
  const share = room / blocks
  const parts = Array.from({ length: blocks }, (_, block) => data.slice(block * share, (block + 1) * share))
  const checks = parts.map((part) => remainder(part, divisor(check)))
  return [...interleave(parts, share), ...interleave(checks, check)]
}

/** In versions 1 to 6 all blocks of a code are equally long. */
function interleave(parts: readonly number[][], length: number): number[] {
  return Array.from({ length }, (_, at) => parts.map((part) => part[at] ?? 0)).flat()
}

function multiply(left: number, right: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--)
    product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((right >>> bit) & 1) * left)
  return product
}

function divisor(degree: number): number[] {
  const terms = Array.from({ length: degree }, (_, at): number => (at === degree - 1 ? 1 : 0))
  let root = 1
  for (let step = 0; step < degree; step++) {
    for (let at = 0; at < degree; at++) terms[at] = multiply(terms[at] ?? 0, root) ^ (terms[at + 1] ?? 0)
    root = multiply(root, 2)
  }
  return terms
}

function remainder(data: readonly number[], terms: readonly number[]): number[] {
  let rest = terms.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0)
    rest = terms.map((term, at) => (rest[at + 1] ?? 0) ^ multiply(term, factor))
  }
  return rest
}

function frame(size: number, mask: number): Modules {
  const grid = () => Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const modules: Modules = { dark: grid(), fixed: grid() }
  const set = (x: number, y: number, dark: boolean) => {
    const [row, fixed] = [modules.dark[y], modules.fixed[y]]
    if (!row || !fixed || x < 0 || x >= size) return
    row[x] = dark
    fixed[x] = true
  }
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const squares = (centreX: number, centreY: number, reach: number, light: readonly number[]) => {
    for (let x = -reach; x <= reach; x++)
      for (let y = -reach; y <= reach; y++)
        set(centreX + x, centreY + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))))
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    squares(x, y, 4, [2, 4])
  if (size > 21) squares(size - 7, size - 7, 2, [1])
  setFormat(set, size, mask)
  return modules
}

/** Correction M is 00; five bits with their own check, twice. */
function setFormat(set: (x: number, y: number, dark: boolean) => void, size: number, mask: number): void {
  let rest = mask
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const dark = (at: number) => ((bits >>> at) & 1) === 1
  for (let at = 0; at < 15; at++) {
    if (at < 8) set(8, at < 6 ? at : at + 1, dark(at))
    else set(at === 8 ? 7 : 14 - at, 8, dark(at))
    if (at < 8) set(size - 1 - at, 8, dark(at))
    else set(8, size - 15 + at, dark(at))
  }
  set(8, size - 8, true)
}

type Mask = (x: number, y: number) => boolean
const masks: readonly Mask[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function place({ dark, fixed }: Modules, words: readonly number[], mask: Mask): void {
  const size = dark.length
  let bit = 0
  for (let column = size - 1; column > 0; column -= 2) {
    // The timing column holds no data and is skipped.
    if (column === 6) column = 5
    const upwards = ((column + 1) & 2) === 0
    for (let step = 0; step < 2 * size; step++) {
      const x = column - (step % 2)
      const y = upwards ? size - 1 - (step >> 1) : step >> 1
      const row = dark[y]
      if (!row || fixed[y]?.[x]) continue
      const set = (((words[bit >> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1
      row[x] = set !== mask(x, y)
      bit++
    }
  }
}

/** How many modules stand in runs of five and more: these tire readers most. */
function runs(dark: readonly boolean[][]): number {
  const columns = dark.map((_, x) => dark.map((row) => row[x] ?? false))
  const lines = [...dark, ...columns].map((line) => line.map((module) => (module ? '1' : '0')).join(''))
  return lines.reduce((sum, line) => sum + (line.match(/0{5,}|1{5,}/g) ?? []).join('').length, 0)
}
