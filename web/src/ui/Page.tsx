// The frame of a screen other than the game: its own scroller, its heading, safe areas.
import type { ReactNode } from 'react'
import css from './Page.module.css'

/** A scrolling screen with one heading; `aside` stands at the heading's right. */
export function Page({ title, lead, aside, children }: { title: string; lead?: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>{title}</h1>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {aside}
      </header>
      {children}
    </div>
  )
}

/** A raised block of a screen. */
export function Card({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <section className={className ? `${css.card} ${className}` : css.card}>{children}</section>
}

/** Label and value on one line. */
export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Rows under each other. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className={css.rows}>{children}</dl>
}
