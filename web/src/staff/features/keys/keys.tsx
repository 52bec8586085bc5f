// The person's own keys (api §7.19): made on a device, approved by somebody of security, then approvals and logins are
// signed. Beside them the own password.
import { useState } from 'react'
import { notSigned } from '../../api/call.ts'
import { useKeysProposeMutation, useSessionMeQuery } from '../../api/endpoints.gen.ts'
import { useCan } from '../../api/store.ts'
import { makePasskey, namedAddress, unsigned } from '../../api/passkey.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { KeyTable } from '../../parts/KeyTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/states.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'

const words = () => t.ownKeys

export default function KeysScreen() {
  // The yes of the second person is given on another screen.
  const query = useFresh(useSessionMeQuery())
  const [making, setMaking] = useState(false)
  const [changing, setChanging] = useState(false)
  const mayPropose = useCan('keys.propose')
  const [propose] = useKeysProposeMutation()
  const [done, say] = useNotice()
  const named = namedAddress(location)
  const make = async (name: string, reason: string) => {
    let key
    try {
      key = await makePasskey(name)
    } catch {
      return { error: notSigned() }
    }
    return propose({ key, reason, signature: unsigned })
  }
  return (
    <Page
      title={words().title}
      sub={words().sub}
      actions={
        <>
          <Button onClick={() => setChanging(true)}>{words().password}</Button>
          {mayPropose && (
            <Button look="main" disabled={named !== null} onClick={() => setMaking(true)}>
              {words().make}
            </Button>
          )}
        </>
      }
    >
      {done}
      {changing && (
        <PasswordDialog
          onClose={() => setChanging(false)}
          onDone={() => {
            setChanging(false)
            say(words().passwordChanged)
          }}
        />
      )}
      {named && mayPropose && <p className={css.warn}>{words().needsName(named)}</p>}
      <QueryState query={query}>
        {({ keys, name }) => (
          <>
            <KeyTable keys={keys} />
            {making && (
              <ActionDialog
                title={words().make}
                label={words().make}
                act={(reason) => make(name, reason)}
                onClose={() => setMaking(false)}
                onDone={() => {
                  setMaking(false)
                  say(words().made)
                }}
              >
                <p className={css.quiet}>{words().makeText}</p>
              </ActionDialog>
            )}
          </>
        )}
      </QueryState>
    </Page>
  )
}
