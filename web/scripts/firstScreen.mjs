// What a build's first screen loads, from vite's manifest: the files, and their compressed size.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * What the first screen loads whatever the player does: the page and the chunk of its name (`vite.config.ts`). The canvas
 * is drawn after it and counts apart.
 */
const firstScreen = (manifest) => [
  'index.html',
  ...Object.keys(manifest).filter((key) => manifest[key].name === 'first'),
]

export const manifestOf = async (dist) =>
  JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))

/** kB of gzip. */
export const sizeOf = async (dist, file) =>
  gzipSync(await readFile(join(dist, file)), { level: 9 }).length / 1000

/** A module's files and what it imports statically. */
export function filesOf(key, built, seen = new Set()) {
  const chunk = built[key]
  if (!chunk || seen.has(key)) return []
  seen.add(key)
  return [
    chunk.file,
    ...(chunk.css ?? []),
    ...(chunk.imports ?? []).flatMap((imported) => filesOf(imported, built, seen)),
  ]
}

/** Whether a file belongs to the sea. */
export function isCanvasOf(manifest) {
  const chunks = Object.entries(manifest).filter(([key]) => /fishing\/scene/.test(key))
  const files = new Set(chunks.map(([, chunk]) => chunk.file))
  return (file) => /scene|sea-art/i.test(file) || files.has(file)
}

/** Scripts and styles of the first screen without the sea. */
export function firstFiles(manifest) {
  const isCanvas = isCanvasOf(manifest)
  const files = firstScreen(manifest).flatMap((key) => filesOf(key, manifest))
  return new Set(files.filter((file) => !isCanvas(file) && /\.(js|css)$/.test(file)))
}

/** The size of all of them. */
export async function firstScreenKb(dist) {
  const sizes = [...firstFiles(await manifestOf(dist))].map((file) => sizeOf(dist, file))
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
}
