// The code of an account that was proposed, shown once.
import type { StaffInvited } from '../../api/endpoints.gen.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'

const words = () => t.accounts
const dayMs = 86_400_000

export function Invited({ invited, onClose }: { invited: StaffInvited; onClose: () => void }) {
  return (
    <Dialog title={words().codeOf(invited.name)} onClose={onClose}>
      <div className={css.stack}>
        <p className={css.warn}>{words().once}</p>
        <div className={css.card}>
          <span className={css.quiet}>{words().code}</span>
          <code>
            <Id value={invited.code} whole />
          </code>
        </div>
        <p className={css.quiet}>{words().codeText(invited.code_valid_ms / dayMs)}</p>
        <Go to={`/desks/proposals?open=${invited.proposal}`}>{words().look}</Go>
        <div className={css.buttons}>
          <Button look="main" onClick={onClose}>
            {words().kept}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

export function isInvited(data: unknown): data is StaffInvited {
  return typeof (data as Partial<StaffInvited> | null)?.code === 'string'
}
