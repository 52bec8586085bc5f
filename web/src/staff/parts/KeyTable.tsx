// Keys of a member, waiting and in force, and what may be done with each.
import type { ReactNode } from 'react'
import type { StaffHeldKey } from '../api/endpoints.gen.ts'
import { Badge } from '../ui/Badge.tsx'
import { Id } from '../ui/Id.tsx'
import { Moment } from '../ui/Moment.tsx'
import { Facts } from '../ui/Page.tsx'
import { t } from '../texts/index.ts'
import css from '../ui/layout.module.css'

const words = () => t.ownKeys

type Props = { keys: readonly StaffHeldKey[]; actions?: (key: StaffHeldKey) => ReactNode }

/** One card a key. */
export function KeyTable({ keys, actions }: Props) {
  if (keys.length === 0) return <p className={css.quiet}>{words().none}</p>
  return keys.map((held) => (
    <div key={held.key} className={css.card}>
      <Facts
        facts={[
          [words().key, <Id key="key" value={held.key} />],
          [words().kind, words().kinds[held.kind] ?? held.kind],
          ...(held.origin ? [[words().origin, held.origin] as const] : []),
          [words().proposed, <Moment key="at" ms={held.proposed_ms} />],
          [
            words().approvedBy,
            held.approved_by ?? (
              <Badge key="by" tone="warn">
                {words().waits}
              </Badge>
            ),
          ],
        ]}
      />
      {actions?.(held)}
    </div>
  ))
}
