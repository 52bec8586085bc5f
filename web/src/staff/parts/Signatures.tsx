// The signatures under which something was approved, each checked in this page over what the page shows: its text is
// made and hashed here, so a service which shows something else than was signed is found, without a connection too.
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { StaffSigned } from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Id } from '../ui/Id.tsx'
import css from '../ui/layout.module.css'
import { Moment } from '../ui/Moment.tsx'
import { Facts, Plain } from '../ui/Page.tsx'
import { checkSubject, statementOf, type Checked } from '../verifier/approval.ts'
import type { Subject } from '../verifier/subject.ts'
import { utc } from '../words/time.ts'
import own from './signed.module.css'

const words = () => t.signatures

type Props = { list: readonly StaffSigned[]; subject: Subject }
const nobody: readonly StaffSigned[] = []

/** Says so when the page shows something else than the service would have signed. */
export function Differs({ subject }: { subject: Subject }) {
  const [checked] = useChecked({ list: nobody, subject })
  return checked?.same === false ? (
    <p className={css.fault} role="alert">
      {words().differs}
    </p>
  ) : null
}

/** Everybody who signed; nothing is drawn where nobody did. */
export function Signatures({ list, subject }: Props) {
  const [checked, check] = useChecked({ list, subject })
  const [said, setSaid] = useState('')
  const again = async () => {
    const { signed } = await check()
    const hold = signed.filter(({ holds }) => holds).length
    setSaid(words().checked(utc(Date.now()), String(hold), String(list.length), navigator.onLine))
  }
  if (list.length === 0) return null
  return (
    <div className={css.stack}>
      <Facts
        facts={[
          [
            words().computed,
            <span key="digest" className={own.digest}>
              <Digest of={checked} />
            </span>,
          ],
        ]}
      />
      <Signers list={list} checked={checked} />
      <details>
        <summary className={css.quiet}>{words().whole}</summary>
        <Texts list={list} subject={subject} />
      </details>
      <div className={css.actions}>
        <Button icon="refresh" onClick={() => void again()}>
          {words().again}
        </Button>
        <span role="status" className={css.quiet}>
          {said}
        </span>
      </div>
      <p className={css.quiet}>{words().note}</p>
    </div>
  )
}

/** What the check found, once it is made, and how it is made anew. */
function useChecked({ list, subject }: Props) {
  const [made, setMade] = useState<(Props & { checked: Checked }) | null>(null)
  const last = useRef(0)
  const check = useCallback(async () => {
    last.current += 1
    const turn = last.current
    setMade(null)
    const checked = await checkSubject(subject, list)
    if (turn === last.current) setMade({ list, subject, checked })
    return checked
  }, [list, subject])
  useEffect(() => void check(), [check])
  // What was found of something else says nothing about this.
  return [made?.list === list && made.subject === subject ? made.checked : null, check] as const
}

function Digest({ of }: { of: Checked | null }) {
  if (of === null) return words().checking
  if (of.digest === null) return <Badge tone="warn">{words().not['unable']}</Badge>
  return (
    <>
      <Id value={of.digest} />
      <Badge tone={of.same ? 'good' : 'bad'}>{of.same ? words().same : words().other}</Badge>
    </>
  )
}

function Signers({ list, checked }: { list: readonly StaffSigned[]; checked: Checked | null }) {
  return (
    <Plain
      label={words().by}
      head={[{ title: words().by }, { title: words().here }, { title: words().key }]}
      rows={list.map((signed, index) => ({
        key: signed.request,
        cells: [
          <Lines key="s">
            {signed.account}
            <Moment ms={signed.at_ms} />
          </Lines>,
          <Verdict key="v" of={checked?.signed[index] ?? null} />,
          <Lines key="k">
            <Id value={signed.signature.key}>
              {words().kinds[signed.public_key?.kind ?? ''] ?? signed.signature.key.slice(0, 8)}
            </Id>
            {signed.key_approved_by && <span>{words().keyBy(signed.key_approved_by)}</span>}
          </Lines>,
        ],
      }))}
    />
  )
}

const Lines = ({ children }: { children: ReactNode }) => <span className={own.lines}>{children}</span>

function Verdict({ of }: { of: Checked['signed'][number] | null }) {
  if (of === null) return <span className={css.quiet}>{words().checking}</span>
  if (!of.holds) return <Badge tone={of.unmade ? 'warn' : 'bad'}>{words().not[of.why] ?? of.why}</Badge>
  return of.earlier ? (
    <Badge tone="warn">{words().earlier}</Badge>
  ) : (
    <Badge tone="good">{words().holds}</Badge>
  )
}

/** What was hashed, and the lines of each signature: anybody's program computes the same from them. */
function Texts({ list, subject }: Props) {
  return (
    // A long change scrolls by keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={own.words} tabIndex={0} role="region" aria-label={words().whole}>
      {[subject.texts[0], ...list.map((signed) => statementOf(signed).join('\n'))].join('\n\n')}
    </pre>
  )
}
