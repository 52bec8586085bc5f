// The auditor's checks for the browser: builds `ledger/proofs/browser` to WebAssembly and keeps it with the hash of its
// sources.
//   node scripts/verifier.mjs            builds; needs the target wasm32-unknown-unknown and wasm-bindgen of the same version
//   node scripts/verifier.mjs --check    are the sources those that it was built from?
// A machine whose toolchain has no such target can name one with its own library: RUSTC=…
// VERIFIER_FLAGS="-Zbuild-std=std,panic_abort".
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const pkg = join(root, 'web/src/shared/verifier/pkg')
const crate = join(root, 'ledger/proofs/browser')
const kept = join(pkg, 'sources.sha256')

/** Everything that decides what it does: the rules, the proofs, the crate itself and the versions of what they use. */
async function sourcesHash() {
  const files = [
    join(crate, 'Cargo.toml'),
    join(crate, 'Cargo.lock'),
    join(root, 'ledger/proofs/Cargo.toml'),
    join(root, 'domain/Cargo.toml'),
  ]
  for (const folder of ['domain/src', 'ledger/proofs/src', 'ledger/proofs/browser/src']) {
    const found = await readdir(join(root, folder), { recursive: true })
    files.push(
      ...found
        .filter((name) => name.endsWith('.rs') || name.endsWith('.json'))
        .map((name) => join(root, folder, name)),
    )
  }
  const hash = createHash('sha256')
  for (const file of files.toSorted((left, right) => (left < right ? -1 : 1)))
    hash.update(`${relative(root, file)}\n`).update(await readFile(file))
  return hash.digest('hex')
}

function run(program, args, env = {}) {
  const { status } = spawnSync(program, args, {
    cwd: crate,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`${program} ended with ${String(status)}`)
}

const sources = await sourcesHash()
if (process.argv.includes('--check')) {
  const built = await readFile(kept, 'utf8').catch(() => '')
  if (built.trim() !== sources) {
    console.error('web/src/shared/verifier/pkg was built from other sources: run `npm run verifier` in web.')
    process.exitCode = 1
  }
} else {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target/verifier')
  const flags = (process.env.VERIFIER_FLAGS ?? '').split(' ').filter(Boolean)
  // Places in the sources are written from the top of the tree, and those of crates by their names: where it is built
  // is nobody's business, and the same sources give the same bytes.
  const registry = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry/src')
  const remapped = [`${root}=.`, `${registry}=crates`].map((pair) => `--remap-path-prefix=${pair}`)
  const RUSTFLAGS = [process.env.RUSTFLAGS ?? '', ...remapped].join(' ').trim()
  const built = [
    'build',
    '--release',
    '--locked',
    '--target',
    'wasm32-unknown-unknown',
    '--target-dir',
    target,
    ...flags,
  ]
  run('cargo', built, { RUSTFLAGS })
  await mkdir(pkg, { recursive: true })
  run('wasm-bindgen', [
    '--target',
    'web',
    '--out-dir',
    pkg,
    join(target, 'wasm32-unknown-unknown/release/verifier.wasm'),
  ])
  await writeFile(kept, `${sources}\n`)
}
