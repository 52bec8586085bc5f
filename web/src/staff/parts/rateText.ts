// A stored rate as people read it: what one of an asset is worth in USDT, exactly.
import type { StoredRate } from '../api/endpoints.gen.ts'
import { decimalsOf } from '../../shared/money.ts'

const million = 1_000_000n

/** `0.0001 USDT`; `1/60 USDT` where no six decimals are exact. */
export function rateText({ asset, numerator, denominator }: StoredRate): string {
  const [above, below] = [BigInt(numerator) * 10n ** BigInt(decimalsOf(asset)), BigInt(denominator)]
  if (above % below === 0n) {
    const micro = above / below
    const rest = (micro % million).toString().padStart(6, '0').replace(/0+$/, '')
    return `${micro / million}${rest === '' ? '' : `.${rest}`} USDT`
  }
  const [top, bottom] = [above, below * million]
  const common = divisor(top, bottom)
  return `${top / common}/${bottom / common} USDT`
}

function divisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : divisor(other, one % other)
}
