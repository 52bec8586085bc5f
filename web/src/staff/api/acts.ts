// What an act of one person names beside its reason (api §7.19), from the fields of its call: the server computes the
// same from what it would record.
import { hex } from '../../shared/hex.ts'
import { digestOf } from './digest.ts'
import { written } from './written.ts'

type Fields = Readonly<Record<string, unknown>>
type Act = (body: Fields) => string | Promise<string>

const lower = (id: unknown) => String(id).toLowerCase()
const player: Act = (body) => lower(body['player'])
const withdrawal: Act = (body) => lower(body['withdrawal'])

/** A proposal names its kind, and the digest of what its maker gave. */
const states =
  (kind: string | ((body: Fields) => string), fields: string): Act =>
  async (body) => {
    const given = fields.split(' ').map((field) => [field, plain(field, body[field])] as const)
    const stated = Object.fromEntries(given.filter(([, value]) => value !== null))
    const name = typeof kind === 'string' ? kind : kind(body)
    return `${name} ${hex(await digestOf(written(stated)))}`
  }

const account = states('staff_account', 'name roles own')

const acts: Readonly<Record<string, Act>> = {
  'withdrawals/reject': withdrawal,
  'withdrawals/flag': withdrawal,
  'withdrawals/pause': () => 'wallets',
  'withdrawals/resume': () => 'wallets',
  'treasury/open_stakes': () => 'stakes',
  'freezes/set': player,
  'freezes/lift': player,
  'packets/create': ({ kind, asset, total, shares }) => [kind, asset, total, shares].join(' '),
  'packets/stop': ({ packet }) => lower(packet),
  'staff/disable': ({ name }) => String(name),
  'keys/revoke': ({ account, key }) => `${String(account)} ${String(key)}`,
  'kyc/decide': ({ player: whose, submission, verdict, expires_on: day, reasons }) =>
    [lower(whose), lower(submission), verdict, day ?? '-', (reasons as string[]).join(',')].join(' '),
  'erasure/cancel': player,
  'days/close': ({ day }) => String(day),
  'proposals/reject': ({ proposal }) => lower(proposal),
  'adjustments/propose': states('adjustment', 'player purse delta counter case_id tx restates'),
  'topups/propose_assign': states('topup_assign', 'tx order_no player'),
  'topups/propose_return': states('payment_return', 'tx'),
  'withdrawals/propose_clear': states('mismatch_clear', 'withdrawal'),
  'freezes/propose': states('cluster_freeze', 'players'),
  'treasury/propose': states(({ to }) => (to === 'reserve' ? 'reserve_fund' : 'promo_fund'), 'amount tx'),
  'packets/propose': states(
    'packet',
    'kind asset total shares min title_en title_zh hours min_age_days min_casts_7d countries',
  ),
  'staff/add': account,
  'staff/roles': account,
  'staff/enable': account,
  'staff/reset': account,
  'periods/propose': states('period_close', 'period'),
  'dives/propose': states('dive_void', 'player dive case_id'),
  'records/propose': states('record_cancel', 'player record case_id'),
  'topups/propose_refund': states('coupon_refund', 'player order_no amount case_id tx lt'),
  'ranks/propose': states('rank_correction', 'rank player case_id'),
  'kyc/reset': states('kyc_reset', 'player'),
  'erasure/request': states('erasure', 'player'),
  'access/propose': states('access_file', 'player'),
  'config/propose': states('config', 'section body effective_ms replaces'),
}

const callOf = (url: string) => url.replace('/staff/v1/', '')

/** Whether a call is an act that who has a key signs. */
export const isAct = (url: string): boolean => callOf(url) in acts

/** What the act of a call names. */
export const subjectOf = async (url: string, body: Fields): Promise<string> =>
  (await acts[callOf(url)]?.(body)) ?? ''

/** Fields that hold an id. */
const ids = new Set(['player', 'withdrawal', 'own', 'dive', 'record', 'rank'])

/** A field as it is recorded: ids in small letters, lists of texts as sets, no moment as none. */
function plain(field: string, value: unknown): unknown {
  if (field === 'effective_ms' && value === 0) return null
  if (typeof value === 'string' && ids.has(field)) return lower(value)
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return value
  return [...new Set(field === 'players' ? value.map(lower) : value)].toSorted()
}
