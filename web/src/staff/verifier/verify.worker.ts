// Runs the checks beside the page (see `verify.ts`).
import start, { verify_export, verify_proof } from './pkg/verifier.js'
import wasm from './pkg/verifier_bg.wasm?url'
import type { Question, Told, Verdict } from './verify.ts'

const tell = (told: Told) => globalThis.postMessage(told)

async function answer(question: Question): Promise<Verdict> {
  await start({ module_or_path: wasm })
  const found =
    'proof' in question
      ? verify_proof(question.proof, question.vkey)
      : verify_export(
          reader(question.files),
          (events: number, of: number) => tell({ events, of }),
          question.vkey,
        )
  return JSON.parse(found) as Verdict
}

/** Bytes of a file from an offset; undefined when it was not chosen. */
function reader(files: File[]) {
  const byName = new Map(files.map((file) => [file.name, file]))
  const sync = new FileReaderSync()
  return (name: string, offset: number, length: number): Uint8Array | undefined => {
    const file = byName.get(name)
    return file && new Uint8Array(sync.readAsArrayBuffer(file.slice(offset, offset + length)))
  }
}

globalThis.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  answer(data).then(
    (verdict) => tell({ verdict }),
    (fault: unknown) => tell({ verdict: { ok: false, why: `the check itself failed: ${String(fault)}` } }),
  )
})
