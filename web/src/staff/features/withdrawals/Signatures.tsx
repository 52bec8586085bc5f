// The signatures under which a withdrawal was let go, each checked in this page.
import { useEffect, useState } from 'react'
import type { StaffSigned } from '../../api/endpoints.gen.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Plain } from '../../ui/Page.tsx'
import { checkApproval, type Signed } from '../../verifier/approval.ts'
import css from '../../ui/layout.module.css'

const words = () => t.withdrawals

export function Signatures({ list, digest }: { list: readonly StaffSigned[]; digest: string }) {
  if (list.length === 0) return null
  return (
    <div className={css.stack}>
      <Plain
        label={words().signatures}
        head={[
          { title: words().signatures },
          { title: words().signedKey },
          { title: words().keyBy },
          { title: words().since },
          { title: words().checkedHere },
        ]}
        rows={list.map((signed) => ({
          key: signed.request,
          cells: [
            signed.account,
            <Id key="k" value={signed.signature.key}>
              {words().keyKinds[signed.public_key?.kind ?? ''] ?? signed.signature.key.slice(0, 8)}
            </Id>,
            signed.key_approved_by ?? '',
            <Moment key="m" ms={signed.at_ms} />,
            <Checked key="c" signed={signed} digest={digest} />,
          ],
        }))}
      />
      <p className={css.quiet}>{words().checkedNote}</p>
    </div>
  )
}

/** A signature of terms that were changed since is good and no approval of these. */
function Checked({ signed, digest }: { signed: StaffSigned; digest: string }) {
  const [found, setFound] = useState<Signed | null>(null)
  useEffect(() => {
    let current = true
    void checkApproval(signed).then((verdict) => {
      if (current) setFound(verdict)
    })
    return () => {
      current = false
    }
  }, [signed])
  if (found === null) return <span className={css.quiet}>{words().checking}</span>
  if (!found.holds)
    return <Badge tone={found.unmade ? 'warn' : 'bad'}>{words().notSigned[found.why] ?? found.why}</Badge>
  return signed.digest === digest ? (
    <Badge tone="good">{words().holds}</Badge>
  ) : (
    <Badge tone="warn">{words().holdsOther}</Badge>
  )
}
