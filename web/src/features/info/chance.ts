// Chances as exact text: weights per million need no rounding in per cent.

/** A weight of a total in per cent, exact to four decimals: 20 of 1,000,000 is "0.002%". */
export function percent(weight: number, total: number): string {
  const scaled = BigInt(weight) * 1_000_000n
  const parts = scaled / BigInt(total)
  const whole = parts / 10_000n
  const fraction = (parts % 10_000n).toString().padStart(4, '0').replace(/0+$/, '')
  return `${whole}${fraction ? `.${fraction}` : ''}%`
}

/** "1 in n" for rare prizes; n rounded to the nearest. */
export function oneIn(weight: number, total: number): string {
  return Math.round(total / weight)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Ten times a multiple as text: 5 is "0.5x", 10000 is "1,000x". */
export function multiple(x10: number): string {
  const whole = Math.floor(x10 / 10)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')
  return `${whole}${x10 % 10 === 0 ? '' : `.${x10 % 10}`}x`
}

/** The danger bonus q/(2(1-q)) of domain §2.1 as an exact fraction in lowest terms: 30000 of a million is "3/194". */
export function dangerBonus(mineWeight: number, total: number): string {
  const [over, under] = [mineWeight, 2 * (total - mineWeight)]
  const shared = gcd(over, under)
  return `${over / shared}/${under / shared}`
}

/** The same bonus in per cent, rounded to three decimals as domain §2.2 prints it. */
export function dangerPercent(mineWeight: number, total: number): string {
  return `${((100 * mineWeight) / (2 * (total - mineWeight))).toFixed(3)}%`
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b)
}
