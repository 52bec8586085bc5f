// What a check found, in one line: it holds, or it does not.
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './Finding.module.css'

/** The line of a check that was made; one that could not be made is no finding. */
export function Finding({ ok, children }: { ok: boolean; children: ReactNode }) {
  return (
    <p className={ok ? css.ok : css.fault}>
      <Icon name={ok ? 'check' : 'alert'} />
      {children}
    </p>
  )
}
