// What staff do on the command line beside the server under test. One account holds every role that the tests need;
// its session lies in the server's folder of data.
import { execFile } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The top of the source tree, where cargo finds the program. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** The program and its first arguments: built already, or by cargo. */
export const ledgerProgram = process.env.LEDGER_BIN
  ? [process.env.LEDGER_BIN]
  : ['cargo', 'run', '--quiet', '--locked', '-p', 'cli', '--bin', 'ledger', '--']

/** Runs a command on the data of the server under test; gives what it printed. */
export async function ledger(...words) {
  const data = process.env.E2E_DATA
  if (!data)
    throw new Error('E2E_DATA says which folder of data the server under test has; `npm run e2e` sets it')
  const [program = '', ...args] = [...ledgerProgram, ...words, '--data', data]
  const { stdout } = await promisify(execFile)(program, args, { cwd: root })
  return stdout.trim()
}

/** The account that acts. */
const NAME = 'e2e-staff'
const ROLES = ['security', 'content', 'risk', 'finance']

/** Makes the account with the session of the demo world's security, and logs it in for every file of tests. */
export async function logInStaff(staffBase, demoPassword) {
  await logIn(staffBase, 'demo-security', demoPassword)
  const roles = ROLES.flatMap((role) => ['--role', role])
  const made = await ledger('staff', 'add', NAME, ...roles, '--reason', 'a test', '--json')
  await logIn(staffBase, NAME, JSON.parse(made).password)
}

async function logIn(staffBase, name, password) {
  const code = await ledger('staff', 'code', name)
  process.env.LEDGER_STAFF_PASSWORD = password
  await ledger('staff', 'login', name, '--url', staffBase, '--code', code)
}

/** Puts a red packet out: `total` of `asset` in equal shares; gives its code. */
export async function createPacket({ asset, total, shares }) {
  const created = await ledger(
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
