// Foldable sections on the native details element.
import { useEffect, useRef, type ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { settle } from './openSheets.ts'
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
  const section = useRef<HTMLDetailsElement>(null)
  const wasOpen = useRef(open)
  // What opens below the edge of the screen would look as if nothing had happened.
  useEffect(() => {
    const opened = open && !wasOpen.current
    wasOpen.current = open
    if (!opened || !section.current) return
    const below = section.current.getBoundingClientRect().bottom > innerHeight
    section.current.scrollIntoView({ block: below ? 'start' : 'nearest' })
    // Something else lies under the finger now.
    settle()
  }, [open])
  return (
    <details
      ref={section}
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
