// The parts of a screen: its head, panels, facts in two columns, figures.
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import css from './page.module.css'

/** A screen: `fill` ends at the window's end and scrolls inside its table. */
export function Page({
  title,
  sub,
  actions,
  fill = false,
  children,
}: {
  title: ReactNode
  sub?: ReactNode
  actions?: ReactNode
  fill?: boolean
  children: ReactNode
}) {
  return (
    <main className={css.page} data-fill={fill || undefined}>
      <header className={css.head}>
        <div className={css.titles}>
          <h1>{title}</h1>
          {sub && <p>{sub}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </main>
  )
}

/** A framed part of a screen with a head. */
export function Panel({
  title,
  aside,
  children,
  pad = true,
}: {
  title: ReactNode
  aside?: ReactNode
  children: ReactNode
  pad?: boolean
}) {
  return (
    <section className={css.panel}>
      <header>
        <h2>{title}</h2>
        {aside && <div className={css.aside}>{aside}</div>}
      </header>
      <div className={css.inside} data-pad={pad || undefined}>
        {children}
      </div>
    </section>
  )
}

/** Panels beside one another while there is room. */
export function Columns({ children, min = 340 }: { children: ReactNode; min?: number }) {
  return (
    <div className={css.columns} style={{ '--min': `${min}px` }}>
      {children}
    </div>
  )
}

/** Names and values; `end` sets amounts under one another. */
export function Facts({
  facts,
  end = false,
}: {
  facts: readonly (readonly [ReactNode, ReactNode])[]
  end?: boolean
}) {
  return (
    <dl className={css.facts} data-end={end || undefined}>
      {facts.map(([name, value], index) => (
        // Facts never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One figure with its name, large enough to be the first thing that is read. */
export function Figure({
  name,
  value,
  note,
  tone,
}: {
  name: ReactNode
  value: ReactNode
  note?: ReactNode
  tone?: 'good' | 'bad' | 'warn' | undefined
}) {
  return (
    <div className={css.figure} data-tone={tone}>
      <span className={css.figureName}>{name}</span>
      <span className={css.figureValue}>{value}</span>
      {note && <span className={css.figureNote}>{note}</span>}
    </div>
  )
}

/** Figures in a row. */
export function Figures({ children, min = 250 }: { children: ReactNode; min?: number }) {
  return (
    <div className={css.figures} style={{ '--min': `${min}px` }}>
      {children}
    </div>
  )
}

/** Columns that fit on a sheet of paper that stands upright. */
const uprightMax = 6

/** A small table of few rows, all drawn; `even` gives tables below one another the same columns. */
export function Plain({
  head,
  rows,
  label,
  foot,
  even = false,
}: {
  even?: boolean
  label: string
  head: readonly { title: ReactNode; end?: boolean }[]
  rows: readonly { key: string; cells: readonly ReactNode[]; tone?: 'bad' | undefined }[]
  foot?: readonly ReactNode[]
}) {
  const [box, scrolls] = useScrolls()
  const end = (index: number) => (head[index]?.end ? 'end' : undefined)
  return (
    <div
      ref={box}
      className={css.scroll}
      // Keys scroll it, too, where it does.
      {...(scrolls ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {})}
    >
      <table
        className={css.plain}
        aria-label={label}
        data-even={even || undefined}
        data-wide={head.length > uprightMax || undefined}
      >
        <thead>
          <tr>
            {head.map(({ title }, index) => (
              <th key={index} scope="col" data-align={end(index)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, tone }) => (
            <tr key={key} data-tone={tone}>
              {cells.map((cell, index) => (
                <td key={index} data-align={end(index)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>
              {foot.map((cell, index) => (
                <td key={index} data-align={end(index)}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const isWider = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth

/** A box, and whether what is in it is wider: measured before a render is painted, and when a size changes later. */
function useScrolls() {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return undefined
    const measure = () => setScrolls(isWider(current))
    measure()
    const sizes = new ResizeObserver(measure)
    for (const part of [current, ...current.children]) sizes.observe(part)
    return () => sizes.disconnect()
  }, [])
  return [box, scrolls] as const
}
