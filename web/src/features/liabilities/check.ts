// Whether the player's balances are in what the house signed: checked on this device by the code of `ledger liabilities
// verify`, compiled to WebAssembly, which is loaded when somebody asks for it. A proof that is not given would be no
// amount at all: what the history of his balances says of the same moment must be in the total too.
import type { LiabilityProof, PublishedStatement } from '../../api/endpoints.gen.ts'
import { decimalsOf, fromMinor, toMinor } from '../../shared/money.ts'
import { publicNote, unmade, type Unmade } from '../../shared/publicNote.ts'

/** What was shown: of each asset what all players are owed and what this one is owed, with the asset's decimals. */
type Shown = {
  ok: true
  checkpoint: number
  time_ms: number
  /** The place in the player's log behind everything that counts. */
  after: string
  owed: readonly { asset: string; total: string; own: string }[]
}
/** The same beside what the player's history says that he held at that moment. */
export type Share = Omit<Shown, 'owed'> & {
  owed: readonly (Shown['owed'][number] & { held: string })[]
}
/** What the player held of a name of the history before a place in his log; an error is thrown. */
export type HeldBefore = (name: string, place: string) => Promise<string>
/** The first thing that does not hold, in technical English. */
export type Broken = { ok: false; why: string }

/** The names under which the history shows what is owed of an asset. */
const names: Readonly<Record<string, readonly string[]>> = {
  gusd: ['gusd', 'gusd_bonus'],
  usdt: ['usdt', 'usdt_hold'],
}

/** Checks the proofs of a messenger account against the statement that everybody reads, and against its own history. */
export async function checkShare(
  statement: PublishedStatement,
  proofs: readonly LiabilityProof[],
  messengerId: string,
  heldBefore: HeldBefore,
): Promise<Share | Broken | Unmade> {
  try {
    const [note, check] = await Promise.all([publicNote(`/liabilities/${statement.at}`), verifier()])
    if (note === null) return { ok: false, why: 'the statement is not public' }
    const found = JSON.parse(check(note, statement.vkey, JSON.stringify(proofs), messengerId)) as
      Shown | Broken
    if (!found.ok) return found
    if (found.time_ms !== statement.at) return { ok: false, why: 'the statement is of another moment' }
    return await remembered(found, heldBefore)
  } catch (fault) {
    return unmade(fault)
  }
}

/** Nothing that the history knows of the moment is missing in the total. What friends brought is in no history. */
async function remembered(shown: Shown, heldBefore: HeldBefore): Promise<Share | Broken> {
  const owed = await Promise.all(
    shown.owed.map(async (line) => {
      const places = decimalsOf(line.asset)
      const held = await Promise.all(
        (names[line.asset] ?? [line.asset]).map((name) => heldBefore(name, shown.after)),
      )
      const sum = held.reduce((sum, amount) => sum + (toMinor(amount, places) ?? 0n), 0n)
      return { ...line, held: fromMinor(sum, places), missing: sum - (toMinor(line.own, places) ?? 0n) }
    }),
  )
  const short = owed.find(({ missing }) => missing > 0n)
  if (short === undefined) return { ...shown, owed }
  const { asset, own, held } = short
  return {
    ok: false,
    why: `your history says ${held} ${asset}, and ${own} of it is shown to be in the total`,
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
