// The present address gets a name: for oneself, or for all colleagues.
import { useState } from 'react'
import { useBookmarksSaveMutation } from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { CheckField, TextField } from '../ui/Field.tsx'
import { errorText } from '../ui/states.tsx'
import layout from '../ui/layout.module.css'
import css from './shell.module.css'

const titleMax = 60

export function SaveView({ path, onClose }: { path: string; onClose: () => void }) {
  const [title, setTitle] = useState('')
  const [shared, setShared] = useState(false)
  const [keep, { isLoading, error }] = useBookmarksSaveMutation()
  const save = async () => {
    if (!title.trim() || isLoading) return
    const outcome = await keep({ title: title.trim().slice(0, titleMax), path, shared })
    if ('data' in outcome) onClose()
  }
  return (
    <Dialog title={t.save.title} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField label={t.save.name} value={title} onChange={setTitle} hint={t.save.lead} first />
        <CheckField label={t.save.share} checked={shared} onChange={setShared} />
        {error !== undefined && (
          <p role="alert" className={layout.fault}>
            {errorText(error)}
          </p>
        )}
        <Button type="submit" look="main" busy={isLoading} disabled={!title.trim()}>
          {t.save.submit}
        </Button>
      </form>
    </Dialog>
  )
}
