// Fails on a line of TypeScript that is longer than 120 characters; the formatter breaks code, but neither comments nor
// long texts. Generated files are exempt.
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const max = 120
const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const skipped = /\.gen\.ts$|\/verifier\/pkg\/|\.d\.ts$/

const roots = ['src', 'plugins'].map((folder) => readdir(join(web, folder), { recursive: true }))
const inFolders = (await Promise.all(roots)).flatMap((names, index) =>
  names.map((name) => join(['src', 'plugins'][index], name)),
)
const files = [...inFolders, 'vite.config.ts', 'vitest.config.ts'].filter((name) => /\.tsx?$/.test(name))
let faults = 0
for (const file of files.filter((name) => !skipped.test(name))) {
  const lines = (await readFile(join(web, file), 'utf8')).split('\n')
  for (const [index, { length }] of lines.entries()) {
    if (length <= max) continue
    faults += 1
    console.error(`${file}:${index + 1}: ${length} characters`)
  }
}
process.exitCode = faults > 0 ? 1 : 0
