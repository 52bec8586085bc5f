// Brings a browser and a Chinese font from the npm registry, for machines that have none.
//
// | what | package | for |
// |---|---|---|
// | Chromium with its libraries and software WebGL | `@sparticuz/chromium` | Linux on x64 |
// | the Chromium of Playwright | `playwright-core install` | every other machine |
// | Noto Sans SC | `@expo-google-fonts/noto-sans-sc` | Linux without a Chinese font |
//
// Everything is kept under `node_modules/.cache/browser`, unpacked once for each version. A folder appears under its
// final name when it is complete, so that an interrupted or a simultaneous installation leaves nothing half done.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const cache = join(web, 'node_modules/.cache/browser')

const CHROMIUM = { name: '@sparticuz/chromium', version: '153.0.0' }
const FONT = { name: '@expo-google-fonts/noto-sans-sc', version: '0.4.3' }
/** The weights that the screens use; the package has nine, of 10 MB each. */
const WEIGHTS = ['400Regular', '500Medium', '600SemiBold', '700Bold']

/** Runs a program to its end; its output goes to stderr, because stdout may be read by another program. */
function run(program, args, what) {
  const { status, error } = spawnSync(program, args, { cwd: web, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${what} failed: ${error?.message ?? `exit code ${String(status)}`}`)
}

/** The folder of a package's files as `unpack(installed, folder)` leaves them; made when it is not there yet. */
async function brought({ name, version }, unpack) {
  const folder = join(cache, `${name.replace(/^.*\//, '')}-${version}`)
  if (existsSync(folder)) return folder
  console.error(`Installing ${name} ${version} into ${folder}`)
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(cache, 'part-'))
  const made = join(work, 'made')
  try {
    const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    run('npm', ['install', ...quiet, '--prefix', work, `${name}@${version}`], `The installation of ${name}`)
    await mkdir(made)
    await unpack(join(work, 'node_modules'), made)
    await chmod(made, 0o755)
    await rename(made, folder).catch((error) => {
      // Another process was faster; its folder is as good.
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return folder
}

/** A browser that needs nothing of the machine but the C library; gives its path and its folder of libraries. */
export async function bringChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { browser: playwrightChromium() }
  const folder = await brought(CHROMIUM, async (installed, made) => {
    const packed = join(installed, CHROMIUM.name, 'bin')
    const { extract } = createRequire(join(installed, 'tar-fs/index.js'))('tar-fs')
    const plain = (file) => [createReadStream(join(packed, file)), createBrotliDecompress()]
    await pipeline(...plain('chromium.br'), createWriteStream(join(made, 'chromium'), { mode: 0o755 }))
    await pipeline(...plain('swiftshader.tar.br'), extract(made))
    await pipeline(...plain('al2023.tar.br'), extract(made))
  })
  return { browser: join(folder, 'chromium'), libraries: join(folder, 'lib') }
}

function playwrightChromium() {
  const command = join(web, 'node_modules/playwright-core/cli.js')
  run(process.execPath, [command, 'install', 'chromium'], 'The installation of Chromium by Playwright')
  return createRequire(import.meta.url)('playwright-core').chromium.executablePath()
}

/** Noto Sans SC, beside the machine's own fonts; gives the configuration for fontconfig. */
export async function bringChineseFont() {
  const folder = await brought(FONT, async (installed, made) => {
    for (const weight of WEIGHTS) {
      const file = `NotoSansSC_${weight}.ttf`
      await rename(join(installed, FONT.name, weight, file), join(made, file))
    }
  })
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    '  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    `  <dir>${folder}</dir>`,
    `  <cachedir>${join(cache, 'fontconfig')}</cachedir>`,
    '  <alias><family>sans-serif</family><default><family>Noto Sans SC</family></default></alias>',
    '</fontconfig>',
    '',
  ]
  return kept('fonts', '.conf', lines.join('\n'), 0o644)
}

/** A program that starts the browser with these libraries and fonts, and leaves the caller's environment alone. */
export async function launcher({ browser, libraries, fonts }) {
  if (!libraries && !fonts) return browser
  const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const lines = [
    '#!/bin/sh',
    // This build takes its language from the environment, and makes `en-US@posix` of `C`: no language tag.
    ...(libraries ? [`export LD_LIBRARY_PATH=${quoted(libraries)} LC_ALL=en_US.UTF-8`] : []),
    ...(fonts ? [`export FONTCONFIG_FILE=${quoted(fonts)}`] : []),
    `exec ${quoted(browser)} "$@"`,
    '',
  ]
  return kept('browser', '', lines.join('\n'), 0o755)
}

/** A small file of the cache, named after its content. */
async function kept(name, ending, text, mode) {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const file = join(cache, `${name}-${digest}${ending}`)
  if (existsSync(file)) return file
  await mkdir(cache, { recursive: true })
  const part = `${file}.${process.pid}`
  await writeFile(part, text, { mode })
  await rename(part, file)
  return file
}
