// Runs the checks beside the page (see `verify.ts`).
import start, { verify_export, verify_proof } from '../../shared/verifier/pkg/verifier.js'
import wasm from '../../shared/verifier/pkg/verifier_bg.wasm?url'
import type { Question, Report, Verdict } from './verify.ts'

const report = (what: Report) => globalThis.postMessage(what)

async function answer(question: Question): Promise<Verdict> {
  await start({ module_or_path: wasm })
  const found =
    'proof' in question
      ? verify_proof(question.proof, question.vkey)
      : verify_export(
          reader(question.files),
          (events: number, of: number) => report({ events, of }),
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
    (verdict) => report({ verdict }),
    (fault: unknown) => report({ verdict: { ok: false, unmade: true, why: String(fault) } }),
  )
})
