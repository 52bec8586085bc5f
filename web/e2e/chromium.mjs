// Where a browser is, brought when there is none, and how it is started in a bare machine or container.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'
import { bringChineseFont, bringChromium, launcher } from './bundledBrowser.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
/** Looked into after the folders of `PATH`. */
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome', '/opt/chromium']
const MAC_NAMES = ['Google Chrome', 'Chromium', 'Google Chrome for Testing', 'Google Chrome Canary']

/** Gives the paths where a browser may be, the likeliest first. */
export function candidates(env = process.env, platform = process.platform) {
  if (platform === 'darwin') {
    const folders = ['/Applications', join(env.HOME ?? homedir(), 'Applications')]
    return folders.flatMap((folder) =>
      MAC_NAMES.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`),
    )
  }
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), ...FOLDERS]
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Some names belong to scripts that only say how a browser is installed: one that works reports its version. */
function works(path) {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

function installed() {
  const found = [...new Set(candidates())].find(works)
  if (found) return found
  const ofPlaywright = chromium.executablePath()
  return existsSync(ofPlaywright) && works(ofPlaywright) ? ofPlaywright : null
}

/** Only Linux can be without one. */
function hasChineseFont() {
  if (process.platform !== 'linux') return true
  const { stdout } = spawnSync('fc-list', [':lang=zh', 'file'], { encoding: 'utf8' })
  return Boolean(stdout?.trim())
}

/**
 * Finds or brings a browser. The setting `CHROMIUM` is the path of one that is used as it is, or `bundled`
 * for the pinned browser and font even where the machine has its own.
 */
export async function findChromium(setting = process.env.CHROMIUM) {
  const isBundled = setting === 'bundled'
  if (setting && !isBundled) return setting
  const system = isBundled ? null : installed()
  const bringsFont = isBundled ? process.platform === 'linux' : !hasChineseFont()
  const found = system ? { browser: system } : await bringChromium()
  return launcher({ ...found, ...(bringsFont && { fonts: await bringChineseFont() }) })
}

/** The browser of the tests. */
export const chromiumPath = await findChromium()

/** No sandbox (containers have none), no traffic of its own, software WebGL for the canvas. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Without a GPU the page itself is composited faster by the CPU than by WebGL that runs on the CPU.
  '--disable-gpu-compositing',
]
