// Keys of an account, for whoever keeps accounts: the second person's yes to a key, and its end.
import { useState } from 'react'
import { useCan } from '../../api/store.ts'
import {
  useKeysApproveMutation,
  useKeysRevokeMutation,
  type StaffAccount,
  type StaffHeldKey,
} from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { KeyTable } from '../../parts/KeyTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { Id } from '../../ui/Id.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'

const words = () => t.ownKeys
type Asked = { what: 'approve' | 'revoke'; key: string }

export function AccountKeys({ account: { name, keys } }: { account: StaffAccount }) {
  const can = useCan('keys.approve')
  const [asked, setAsked] = useState<Asked | null>(null)
  const [approve] = useKeysApproveMutation()
  const [revoke] = useKeysRevokeMutation()
  const [done, say] = useNotice()
  const actions = ({ key, approved_by: by = null }: StaffHeldKey) => (
    <div className={css.actions}>
      {by === null && <Button onClick={() => setAsked({ what: 'approve', key })}>{words().approve}</Button>}
      <Button look="danger" onClick={() => setAsked({ what: 'revoke', key })}>
        {words().revoke}
      </Button>
    </div>
  )
  return (
    <>
      {done}
      <KeyTable keys={keys} {...(can ? { actions } : {})} />
      {asked && (
        <ActionDialog
          title={words()[asked.what]}
          label={words()[asked.what]}
          danger={asked.what === 'revoke'}
          act={(reason) => {
            const call = asked.what === 'approve' ? approve : revoke
            return call({ account: name, key: asked.key, reason })
          }}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null)
            say(asked.what === 'approve' ? words().approved(name) : words().revoked(name))
          }}
        >
          <p className={css.warn}>{asked.what === 'approve' ? words().approveText : words().revokeText}</p>
          <Id value={asked.key} whole />
        </ActionDialog>
      )}
    </>
  )
}
