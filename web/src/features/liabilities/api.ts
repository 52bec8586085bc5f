// The proof of the player's own balances; a daily close alone makes it stale.
import { endpoints } from '../../api/endpoints.gen.ts'

export const { useWalletProofQuery } = endpoints
