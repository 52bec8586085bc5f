// Over whatever is on the screen: signing out did not end the session.
import { useState } from 'react'
import { sessionFailed } from '../api/session.ts'
import { useStaff, useStaffDispatch } from '../api/store.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { errorText } from '../ui/states.tsx'
import { signOut } from './who.ts'
import css from '../ui/layout.module.css'

/** Why the session goes on, and the next try. */
export function StillSignedIn() {
  const fault = useStaff(({ session }) => session.fault)
  const dispatch = useStaffDispatch()
  const [busy, setBusy] = useState(false)
  if (fault === null) return null
  const stay = () => dispatch(sessionFailed(null))
  const again = async () => {
    setBusy(true)
    await dispatch(signOut())
    setBusy(false)
  }
  return (
    <Dialog title={t.stillIn.title} onClose={stay}>
      <div className={css.stack}>
        <p role="alert" className={css.fault}>
          {errorText(fault)}
        </p>
        <p>{t.stillIn.lead}</p>
        <div className={css.buttons}>
          <Button onClick={stay}>{t.stillIn.stay}</Button>
          <Button look="main" busy={busy} onClick={() => void again()}>
            {t.retry}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
