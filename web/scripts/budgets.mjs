// Sizes of the production build against their budgets, from vite's manifest, and proof that development parts
// are not in it, nor what older WebViews cannot run. Run after `npm run build`.
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesOf, firstFiles, isCanvasOf, manifestOf, sizeOf } from './firstScreen.mjs'

const dist = resolve(dirname(fileURLToPath(import.meta.url)), '../dist')

/** kB of gzip. */
const budgets = { firstScreen: 150, canvas: 40, lazy: 130, staff: 120 }
/** What only development builds contain. */
const forbidden = {
  'the mocked messenger': /dataset\.messenger\s*=\s*["'`]mock/,
  'the debug console': /\beruda\b/i,
  'the gallery of parts': /Gallery of parts/,
  'the demo wallet': /dev\/wallet/,
}

/**
 * What WebViews of 2022 do not have (Safari 15.4, which is the oldest that has the style sheets' layers). A method that
 * is missing breaks its screen; a regular expression that cannot be read breaks the whole file, and with it the start.
 */
const young = new RegExp(
  [
    /\(\?<[=!]|\bstatic\s*\{/,
    /\.(?:toSorted|toReversed|toSpliced|with|groupBy|withResolvers|fromAsync|canParse)\(/,
    /AbortSignal\.(?:timeout|any)\(|Promise\.try\(|URL\.parse\(/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

const manifest = await manifestOf(dist)
const sizes = new Map()
for (const file of (await readdir(join(dist, 'assets'))).filter((name) => /\.(js|css)$/.test(name)))
  sizes.set(`assets/${file}`, await sizeOf(dist, `assets/${file}`))
const isCanvas = isCanvasOf(manifest)
const first = firstFiles(manifest)
const sum = (files) => [...files].reduce((total, file) => total + (sizes.get(file) ?? 0), 0)

const faults = []
const check = (name, size, limit) => {
  console.log(`${size.toFixed(1).padStart(7)} kB of ${limit}  ${name}`)
  if (size > limit) faults.push(`${name}: ${size.toFixed(1)} kB is over ${limit} kB`)
}
for (const file of [...first].toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0)).slice(0, 8))
  console.log(`${(sizes.get(file) ?? 0).toFixed(1).padStart(7)} kB         ${file}`)
check('first screen without the canvas', sum(first), budgets.firstScreen)
for (const [file, size] of sizes)
  if (!first.has(file) && size > 20) check(file, size, isCanvas(file) ? budgets.canvas : budgets.lazy)
// The console's entry with its shell; the libraries that every React page has stand in a chunk of their own.
const consoleManifest = JSON.parse(await readFile(join(dist, '.vite/manifest-staff.json'), 'utf8'))
const ofConsole = new Set(Object.keys(consoleManifest).flatMap((key) => filesOf(key, consoleManifest)))
check(
  'staff console, entry and shell without its vendor chunk',
  sum(new Set(filesOf('staff.html', consoleManifest).filter((file) => !file.includes('staff-vendor')))),
  budgets.staff,
)
for (const file of first) if (ofConsole.has(file)) faults.push(`players load ${file} of the staff console`)
if (first.size < 3) faults.push('the first screen is not in the manifest')

for (const [file] of sizes) {
  const text = await readFile(join(dist, file), 'utf8')
  for (const [name, mark] of Object.entries(forbidden))
    if (mark.test(text)) faults.push(`${file} contains ${name}`)
}

// Workers, too, which no manifest names: those of the console among them.
const ofPlayers = [...sizes.keys()].filter((file) => file.endsWith('.js') && !ofConsole.has(file))
for (const file of ofPlayers) {
  const found = new Set((await readFile(join(dist, file), 'utf8')).match(young))
  for (const use of found) faults.push(`${file} uses ${use}, which older WebViews do not have`)
}

for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
