// What is wrong, in the language in force; the message of a program, and what has no words, as the server says it.
import type { StaffFinding } from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { Said } from '../ui/Said.tsx'
import { findingText, findingWords } from '../words/findings.ts'

/** Nothing where nothing is wrong; `said` is the sentence of an answer that has no code for it. */
export function Found({
  finding,
  said,
}: {
  finding: StaffFinding | null | undefined
  said?: string | null | undefined
}) {
  const words = finding ? findingWords(finding) : null
  if (!finding || words === null) return <Said text={finding ? findingText(finding) : said} />
  const detail = finding.values['detail']
  return (
    <span title={findingText(finding)}>
      {words}
      {detail !== undefined && (
        <>
          {t.colon}
          <Said text={detail} />
        </>
      )}
    </span>
  )
}
