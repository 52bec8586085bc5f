// The small world of fixtures with the longest amounts that the wire can carry in every place of an amount.

const coins = Number.MAX_SAFE_INTEGER
/** Decimal strings that are no amounts. */
const rates = new Set(['rtp', 'rate', 'fee_rate', 'rate_l1', 'rate_l2', 'base'])
const counts = new Set([
  'coin',
  'coin_paid',
  'coin_promo',
  'diamond',
  'coins',
  'floor',
  'staked',
  'bought',
  'friends',
  'friends_l2',
  'valid_invites',
])
/** Numbers that the screens count with. */
const exact = new Set(['fishing/config', 'signin/info', 'system/config'])

const longer = (name, value) => {
  if (typeof value === 'number') return counts.has(name) ? coins : value
  if (typeof value !== 'string' || rates.has(name)) return value
  if (/^-?\d+\.\d{2}$/.test(value)) return `${value.startsWith('-') ? '-' : ''}9007199254740993.99`
  if (/^-?\d+\.\d{6}$/.test(value)) return `${value.startsWith('-') ? '-' : ''}9007199254740.993123`
  return value
}

function stretch(value, name = '') {
  if (Array.isArray(value)) return value.map((one) => stretch(one, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, stretch(one, key)]))
  return longer(name, value)
}

/** The largest dive that the rules allow: 37 casts at the highest stake, paid up to the cap. */
export const longestDive = (dive) => ({
  ...dive,
  stake: 5000,
  staked: 185_000,
  line: dive.line.map((fish) => ({ ...fish, value: '5000000.00' })),
  line_value: '15000000.00',
  safe: '34999999.99',
  chest_usdt: '2500.000000',
})

/** Answers by path; an answer that depends on the question is stretched when it is given. */
export function stretched(world) {
  return Object.fromEntries(
    Object.entries(world).map(([path, answer]) => {
      if (exact.has(path)) return [path, answer]
      return [path, typeof answer === 'function' ? (body) => stretch(answer(body)) : stretch(answer)]
    }),
  )
}
