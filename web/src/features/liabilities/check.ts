// Whether the player's balances are in what the house signed: checked on this device by the code of `ledger liabilities
// verify`, compiled to WebAssembly. It is loaded when somebody asks for it.
import type { LiabilityProof, PublishedStatement } from '../../api/endpoints.gen.ts'
import { publicNote, unmade, type Unmade } from '../../shared/publicNote.ts'

/** What was shown: of each asset what all players are owed and what this one is owed, with the asset's decimals. */
export type Share = {
  ok: true
  checkpoint: number
  time_ms: number
  owed: readonly { asset: string; total: string; own: string }[]
}
/** The first thing that does not hold, in technical English. */
export type Broken = { ok: false; why: string }

/** Checks the proofs of a messenger account against the statement that everybody reads. */
export async function checkShare(
  statement: PublishedStatement,
  proofs: readonly LiabilityProof[],
  messengerId: string,
): Promise<Share | Broken | Unmade> {
  try {
    const [note, check] = await Promise.all([publicNote(`/liabilities/${statement.at}`), verifier()])
    if (note === null) return { ok: false, why: 'the statement is not public' }
    const found = JSON.parse(check(note, statement.vkey, JSON.stringify(proofs), messengerId)) as
      Share | Broken
    const isOther = found.ok && found.time_ms !== statement.at
    return isOther ? { ok: false, why: 'the statement is of another moment' } : found
  } catch (fault) {
    return unmade(fault)
  }
}

async function verifier() {
  const loading = Promise.all([
    import('../../shared/verifier/pkg/verifier.js'),
    import('../../shared/verifier/pkg/verifier_bg.wasm?url'),
  ])
  const [{ default: start, verify_liabilities }, { default: wasm }] = await loading
  await start({ module_or_path: wasm })
  return verify_liabilities
}
