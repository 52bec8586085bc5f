// The question "do you accept the terms" as a promise: the API layer asks when the server answers -1010, the
// sheet answers. All calls that wait meanwhile get the same answer.

type Question = { answer: (accepted: boolean) => void }

let question: Question | null = null
let asked: Promise<boolean> | null = null
const listeners = new Set<() => void>()

function set(next: Question | null): void {
  question = next
  for (const listener of listeners) listener()
}

/** Asks the player; resolves to whether the server has recorded the acceptance. */
export function askTerms(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => set({ answer: resolve })).finally(() => {
    asked = null
    set(null)
  })
  return asked
}

/** The open question, for the sheet. */
export const termsQuestion = {
  get: (): Question | null => question,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
