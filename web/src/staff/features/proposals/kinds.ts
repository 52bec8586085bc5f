// Kinds of proposals in words.
import { t } from '../../texts/index.ts'
import { codeWords } from '../../words/codes.ts'

export function kindWords(kind: string): string {
  return t.proposals.kinds[kind] ?? codeWords(kind)
}
