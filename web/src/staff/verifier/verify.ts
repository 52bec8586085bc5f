// The auditor's checks in the page: the code of `ledger verify --bundle` as WebAssembly, in a worker of its own, so
// that the page stays alive. Nothing leaves the page; files are read piece by piece.

import type { StaffFinding } from '../api/endpoints.gen.ts'
import address from './verify.worker.ts?worker&url'

/**
 * The result: what is shown, or the first thing that does not hold. `unmade` is a check that could not be made: it says
 * nothing about the files.
 */
export type Verdict =
  | {
      ok: true
      origin: string
      events: number
      postings: number
      checkpoint: number | null
      sums: Record<string, string>
      player: string | null
      /** Approvals and acts of staff whose signature holds. */
      signatures: number
      /** The laws of authority that were judged; all of them hold. */
      laws: readonly { law: string; says: string; compared: number }[]
      /** What could not be judged, and what is known of who wrote the events: a sentence each. */
      notes: readonly string[]
      /** The same as codes. */
      findings: readonly StaffFinding[]
    }
  | { ok: true; origin: string; what: string; checkpoint: number; time_ms: number; of?: Subject | null }
  | { ok: false; why: string; unmade?: boolean }

/** What a proof is of: an event, or an older checkpoint that the log has grown from. */
export type Subject = { log: number; position: number } | { older: string }

/** What the page asks the worker. An export is a list of files, a proof is the text of one. */
export type Question = { vkey: string } & ({ files: File[] } | { proof: string })

/** What the worker reports. */
export type Report = { events: number; of: number } | { verdict: Verdict }

/** The name that makes a list of files an export. */
const manifest = 'manifest.json'

/**
 * Checks an export (its files, the manifest among them) or a single proof. `vkey` is the key that is trusted; empty
 * believes the one in the files.
 */
export async function verify(
  files: File[],
  vkey: string,
  onProgress: (events: number, of: number) => void,
): Promise<Verdict> {
  const [only] = files
  const isExport = files.some(({ name }) => name === manifest)
  if (!isExport && (files.length !== 1 || only === undefined)) return { ok: false, why: 'no_manifest' }
  const proof = isExport ? null : await (only as File).text()
  const question: Question = proof === null ? { vkey, files } : { vkey, proof }
  const worker = new Worker(ownScript(address), { type: 'module' })
  try {
    const verdict = await new Promise<Verdict>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Report>) =>
        'verdict' in data ? resolve(data.verdict) : onProgress(data.events, data.of),
      )
      worker.addEventListener('error', (fault) => reject(new Error(fault.message)))
      worker.postMessage(question)
    })
    return proof !== null && verdict.ok && 'what' in verdict ? { ...verdict, of: subjectOf(proof) } : verdict
  } finally {
    worker.terminate()
  }
}

/** Read from the text that was checked, so that the page has words of its own for it. */
function subjectOf(proof: string): Subject | null {
  const { event, old } = JSON.parse(proof) as {
    event?: { partition: number; position: number }
    old?: string
  }
  if (event) return { log: event.partition, position: event.position }
  const [, older] = /^checkpoint (\d+)$/m.exec(old ?? '') ?? []
  return older === undefined ? null : { older }
}

/** The page's policy starts a script only from an address that a policy approves; this one is from our own build. */
function ownScript(url: string): string {
  const types = (
    globalThis as {
      trustedTypes?: {
        createPolicy: (
          name: string,
          rules: { createScriptURL: (url: string) => string },
        ) => { createScriptURL: (url: string) => string }
      }
    }
  ).trustedTypes
  policy ??= types?.createPolicy('verifier', { createScriptURL: (approved) => approved })
  return policy?.createScriptURL(url) ?? url
}

let policy: { createScriptURL: (url: string) => string } | undefined
