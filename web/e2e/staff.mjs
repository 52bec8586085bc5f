// What staff do on the command line beside the server under test. One account holds every role that the tests need;
// its session lies in the server's folder of data. Beside it lies that of a second person of security, who approves the
// accounts that the first one makes.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The top of the source tree, where cargo finds the program. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** The program and its first arguments: built already, or by cargo. */
export const ledgerProgram = process.env.LEDGER_BIN
  ? [process.env.LEDGER_BIN]
  : ['cargo', 'run', '--quiet', '--locked', '-p', 'cli', '--bin', 'ledger', '--']

/** Runs a command on the data of the server under test; gives what it printed. */
export function ledger(...words) {
  return ledgerWith({}, ...words)
}

/** The same as the second person of security. */
export function ledgerAsSecond(...words) {
  return ledgerWith(second(), ...words)
}

const second = () => ({ LEDGER_STAFF_SESSION: join(process.env.E2E_DATA ?? '', 'second_session') })

async function ledgerWith(more, ...words) {
  const data = process.env.E2E_DATA
  if (!data)
    throw new Error('E2E_DATA says which folder of data the server under test has; `npm run e2e` sets it')
  const [program = '', ...args] = [...ledgerProgram, ...words, '--data', data]
  const { stdout } = await promisify(execFile)(program, args, { cwd: root, env: { ...process.env, ...more } })
  return stdout.trim()
}

/** The account that acts. */
const NAME = 'e2e-staff'
const ROLES = ['security', 'content', 'risk', 'finance']

/** What every account of these tests has in its authenticator. */
export const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** Makes the account with the two of the demo world's security, and logs it in for every file of tests. */
export async function logInStaff(staffBase, demoPassword) {
  await logIn(ledgerWith, staffBase, 'demo-security', demoPassword)
  const asSecond = (more, ...words) => ledgerWith({ ...more, ...second() }, ...words)
  await logIn(asSecond, staffBase, 'demo-security-2', demoPassword)
  const { password } = await makeAccount(staffBase, NAME, ...ROLES)
  await logIn(ledgerWith, staffBase, NAME, password)
}

async function logIn(as, staffBase, name, password) {
  const code = await ledger('staff', 'code', name)
  const more = { LEDGER_STAFF_PASSWORD: password }
  await as(more, 'staff', 'login', name, '--url', staffBase, '--code', code)
}

/** Proposes an account with these roles, which the second person approves; gives the code for its owner. */
export async function inviteAccount(name, ...roles) {
  const held = roles.flatMap((role) => ['--role', role])
  const made = JSON.parse(await ledger('staff', 'add', name, ...held, '--reason', 'a test', '--json'))
  const approval = ['proposals', 'approve', made.proposal, '--seen', made.digest, '--reason', 'known to me']
  await ledgerAsSecond(...approval)
  return made.code
}

/** Makes an account and activates it; gives what its owner knows. */
export async function makeAccount(staffBase, name, ...roles) {
  const code = await inviteAccount(name, ...roles)
  const password = `chosen by ${name} alone`
  const activation = ['staff', 'activate', name, '--code', code, '--secret', SECRET, '--url', staffBase]
  await ledgerWith({ LEDGER_STAFF_PASSWORD: password }, ...activation)
  return { name, password, secret: SECRET }
}

/** USDT that one person puts out in packets of a day (api §7.9). */
const packetsDayMax = 100
/** The member who puts out USDT in this file of tests, and what is left of the day. */
let maker = { more: {}, left: 0 }

/** Somebody who may still put out so much: hired when the one before may not. */
async function makerOf(usdt) {
  if (maker.left < usdt) {
    const staffBase = process.env.E2E_STAFF ?? ''
    const name = `e2e-packets-${randomUUID().slice(0, 8)}`
    const more = { LEDGER_STAFF_SESSION: join(process.env.E2E_DATA ?? '', name) }
    const { password } = await makeAccount(staffBase, name, 'content')
    await logIn((those, ...words) => ledgerWith({ ...those, ...more }, ...words), staffBase, name, password)
    maker = { more, left: packetsDayMax }
  }
  maker.left -= usdt
  return maker.more
}

/** Puts a red packet out: `total` of `asset` in equal shares; gives its code. */
export async function createPacket({ asset, total, shares }) {
  const created = await ledgerWith(
    asset === 'usdt' ? await makerOf(total) : {},
    'redpacket',
    'create',
    '--kind',
    'equal',
    '--asset',
    asset,
    '--total',
    String(total),
    '--shares',
    String(shares),
    '--title',
    'Harvest',
    '--title-zh',
    '丰收红包',
    '--reason',
    'a test',
    '--json',
  )
  return JSON.parse(created).code
}

/** Refuses a withdrawal in review; the player reads the reason. */
export function rejectWithdrawal(id, reason) {
  return ledger('withdraw', 'reject', id, '--reason', reason)
}

/** Approves the identity that a player submitted; the form and its images were looked at. */
export async function approveIdentity(player) {
  const waiting = (await ledger('kyc', 'list')).split('\n').find((line) => line.includes(player)) ?? ''
  const [submission = ''] =
    waiting.replace(player, '').match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/) ?? []
  return ledger(
    'kyc',
    'decide',
    player,
    '--submission',
    submission,
    '--verdict',
    'approve',
    '--reason',
    'a test',
  )
}
