// The frame of a screen other than the game: its own scroller, its heading, safe areas.
import type { ReactNode } from 'react'
import css from './Page.module.css'
import { Scenery } from './Scenery.tsx'

/** A scrolling screen with one heading; `aside` stands at the heading's right. */
export function Page({
  title,
  lead,
  aside,
  children,
}: {
  title: string
  lead?: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={css.screen}>
      <Waves />
      <Scenery />
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
    </div>
  )
}

/** The sea under every screen: three still swells at the lower edge. */
function Waves() {
  return (
    <svg className={css.waves} viewBox="0 0 400 240" preserveAspectRatio="none" aria-hidden>
      <path d="M0 60c50-22 90-22 140 0s90 22 140 0 80-20 120-6v186H0z" />
      <path d="M0 112c60-20 100-16 150 2s90 20 140 2 76-18 110-8v132H0z" />
      <path d="M0 170c46-16 92-18 146-2s100 18 150 2 70-14 104-8v78H0z" />
    </svg>
  )
}

/** A raised block of a screen. */
export function Card({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <section className={className ? `${css.card} ${className}` : css.card}>{children}</section>
}

/** Label and value on one line. */
export function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
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
