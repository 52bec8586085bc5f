// What a listed player holds.
import type { PlayerListed } from '../../api/endpoints.gen.ts'

/** Minor units of an asset; 0 for one that the player does not hold. */
export function heldOf({ held }: PlayerListed, asset: string): string {
  return held.find((one) => one.asset === asset)?.amount ?? '0'
}
