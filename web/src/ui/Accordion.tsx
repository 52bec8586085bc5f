// Foldable sections on the native details element.
import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import css from './Accordion.module.css'

type Props = {
  id: string
  icon: IconName
  title: string
  open: boolean
  onToggle: (open: boolean) => void
  children: ReactNode
}

/** One section; its content exists only while it is open. */
export function Section({ id, icon, title, open, onToggle, children }: Props) {
  return (
    <details
      id={id}
      className={css.section}
      open={open}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary className={css.summary}>
        <Icon name={icon} className={css.icon} />
        <h2>{title}</h2>
        <Icon name="down" className={css.arrow} />
      </summary>
      {open && <div className={css.body}>{children}</div>}
    </details>
  )
}
