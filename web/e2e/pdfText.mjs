// The text of a PDF as Chromium prints it, page by page, without another package. It reads what this one writer makes:
// plain objects, deflated streams, glyphs as hexadecimal strings with a ToUnicode map beside each font. A file of
// another form is an error, since a page that reads as empty would pass every "is not on paper".
import { inflateSync } from 'node:zlib'

/**
 * The pages: `text` has the letters in the order in which they are drawn, without white space, since the writer leaves it
 * out between cells; `downAt` says how far down the sheet the letter at an index stands, in points.
 */
export function pagesOf(pdf) {
  const objects = objectsOf(pdf.toString('latin1'))
  const catalog = [...objects.values()].find(({ head }) => head.includes('/Type /Catalog'))
  return leaves(objects, refOf(catalog?.head ?? '', 'Pages')).map((page) => pageOf(runsOf(objects, page)))
}

function pageOf(runs) {
  const ends = []
  let text = ''
  for (const run of runs) {
    text += compact(run.text)
    ends.push(text.length)
  }
  return { text, downAt: (index) => -(runs[ends.findIndex((end) => end > index)]?.y ?? 0) }
}

/** How a text of a screen is compared with that of a page: ligatures as letters, no white space. */
export const compact = (text) => text.normalize('NFKC').replaceAll(/[\s\u200b\u00ad]/g, '')

/** Every object: the text of its dictionary, and its stream as it is written. */
function objectsOf(file) {
  const objects = new Map()
  const begins = /(?:^|\n)(\d+) 0 obj\n/g
  for (let found = begins.exec(file); found; found = begins.exec(file)) {
    const start = begins.lastIndex
    const end = file.indexOf('endobj', start)
    const data = /(?:^|[^d])stream\n/.exec(file.slice(start, end))
    const head = file.slice(start, data ? start + data.index + 1 : end)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const at = data ? start + data.index + data[0].length : end
    objects.set(found[1], { head, stream: data ? file.slice(at, at + length) : '' })
    // Compressed bytes are passed over: they may look like an object.
    begins.lastIndex = data ? at + length : end
  }
  return objects
}

const refOf = (head, key) => new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1]

/** The pages of a tree of pages. */
function leaves(objects, id) {
  const node = objects.get(id)
  if (!node) throw new Error(`The PDF has no object ${String(id)}`)
  if (node.head.includes('/Type /Page\n')) return [node]
  const kids = /\/Kids \[([^\]]*)\]/.exec(node.head)?.[1] ?? ''
  return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => leaves(objects, kid))
}

function inflated({ head, stream }) {
  const bytes = Buffer.from(stream, 'latin1')
  return (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
}

/** Resources by name, such as the fonts: `/Font <</F4 4 0 R …>>`. */
function named(objects, head, kind) {
  const list = new RegExp(`/${kind} <<([^>]*)>>`).exec(head)?.[1] ?? ''
  return new Map([...list.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name, id]) => [name, objects.get(id)]))
}

const number = String.raw`(-?[\d.]+)`
const matrix = `${number} `.repeat(6)
const steps = new RegExp(
  [
    String.raw`\b(q|Q)\n`,
    `${matrix}(cm|Tm)`,
    String.raw`\/(\w+) [\d.]+ Tf`,
    '<([0-9A-F]+)> Tj',
    String.raw`\/(\w+) Do`,
  ].join('|'),
  'g',
)

/** One transformation after another: only how things are scaled and moved up and down. */
const then = (outer, [scale, move]) => [outer[0] * scale, outer[1] + outer[0] * move]

/** What a page or a drawing inside it (of what is half transparent, for example) writes, and how far up. */
function runsOf(objects, drawn, base = [1, 0]) {
  const { head } = drawn
  const fonts = new Map([...named(objects, head, 'Font')].map(([name, font]) => [name, mapOf(objects, font)]))
  const inner = named(objects, head, 'XObject')
  const content = head.includes('/Type /Page\n') ? objects.get(refOf(head, 'Contents')) : drawn
  const kept = []
  let [view, line, font] = [base, base]
  const runs = []
  for (const step of inflated(content).matchAll(steps)) {
    const [, keeps, , , , scale, , move, moves, chosen, glyphs, name] = step
    if (keeps === 'q') kept.push(view)
    else if (keeps === 'Q') view = kept.pop() ?? base
    else if (moves === 'cm') view = then(view, [Number(scale), Number(move)])
    else if (moves === 'Tm') line = then(view, [Number(scale), Number(move)])
    else if (chosen) font = fonts.get(chosen)
    else if (glyphs) runs.push({ text: readGlyphs(font, glyphs), y: line[1] })
    else if (inner.get(name)?.head.includes('/Subtype /Form'))
      runs.push(...runsOf(objects, inner.get(name), view))
  }
  return runs
}

function readGlyphs(font, glyphs) {
  if (!font) throw new Error('The PDF has glyphs of a font without a map to letters')
  const codes = glyphs.match(new RegExp(`.{${font.digits}}`, 'g')) ?? []
  return codes.map((code) => font.letters.get(Number.parseInt(code, 16)) ?? '\ufffd').join('')
}

/** Letters by the number of their glyph. */
function mapOf(objects, font) {
  const map = objects.get(refOf(font.head, 'ToUnicode'))
  if (!map) return undefined
  const text = inflated(map)
  const letters = new Map()
  const parts = text.matchAll(/beginbf(char|range)\n([^]*?)endbf/g)
  for (const [, kind, lines] of parts)
    for (const line of lines.trim().split('\n')) {
      const [first, second, third] = [...line.matchAll(/<([0-9A-F]+)>/g)].map(([, hex]) => hex)
      if (kind === 'char') letters.set(Number.parseInt(first, 16), lettersOf(second, 0))
      else
        for (let code = Number.parseInt(first, 16); code <= Number.parseInt(second, 16); code += 1)
          letters.set(code, lettersOf(third, code - Number.parseInt(first, 16)))
    }
  return { letters, digits: /begincodespacerange\n<([0-9A-F]+)>/.exec(text)?.[1].length }
}

/** UTF-16 in hexadecimal; `by` is how far into a range. */
function lettersOf(hex, by) {
  const units = (hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))
  units[units.length - 1] += by
  return String.fromCharCode(...units)
}
