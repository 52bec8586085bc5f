// Views that this device kept before the server did: they are taken over once, or forgotten. What the server refuses
// stays here with the reason, so that nothing is lost silently.
import { useState } from 'react'
import { useBookmarksSaveMutation } from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/Button.tsx'
import { errorText } from '../ui/states.tsx'
import { keepLocal, useLocal, type Saved } from './saved.ts'
import css from './shell.module.css'

const words = () => t.savedViews
const titleMax = 60

export function LocalViews() {
  const local = useLocal()
  const [save] = useBookmarksSaveMutation()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  if (local.length === 0) return null
  const takeOver = async () => {
    setBusy(true)
    const [left, why]: [Saved[], string[]] = [[], []]
    // One after the other: each is a command to the same account.
    for (const view of local.toReversed()) {
      // oxlint-disable-next-line no-await-in-loop
      const { error } = await save({
        title: view.name.trim().slice(0, titleMax),
        path: view.to,
        shared: false,
      })
      if (error === undefined) continue
      left.unshift(view)
      why.unshift(view.name + t.colon + errorText(error))
    }
    setBusy(false)
    setRefused(why)
    keepLocal(left)
  }
  return (
    <section className={css.local} aria-label={words().local(local.length)}>
      <p>{words().local(local.length)}</p>
      <Button look="main" busy={busy} onClick={() => void takeOver()}>
        {words().takeOver}
      </Button>
      <Button busy={busy} onClick={() => keepLocal([])}>
        {words().forgetLocal}
      </Button>
      {refused.length > 0 && (
        <ul role="alert">
          {refused.map((why) => (
            <li key={why}>{why}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
