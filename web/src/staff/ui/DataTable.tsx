// Rows by the ten thousand: only those in sight are drawn, the head stays, columns are as wide as the reader wants,
// and the foot says how much of everything is here. Keys: j and k or the arrows move, Enter opens, x chooses, Home and
// End.
import {
  columnResizingFeature,
  columnSizingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { t } from '../texts/index.ts'
import { count } from '../words/money.ts'
import { Button } from './Button.tsx'
import { Empty, errorText, Failed, Loading } from './states.tsx'
import type { Pages } from './usePages.ts'
import { print, usePrintAsked, usePrinting, useWholeOnPaper } from './usePrinting.ts'
import { useRowKeys } from './useRowKeys.ts'
import { keptWidths, keepWidths } from './widths.ts'
import css from './table.module.css'

/** A column: `grow` takes the room that is left; `end` is for amounts and numbers. */
export type Column<Row> = {
  key: string
  title: () => string
  width: number
  align?: 'end'
  grow?: boolean
  hint?: () => string
  /** What stands in the head in place of the title. */
  head?: () => ReactNode
  cell: (row: Row) => ReactNode
}

type Props<Row> = {
  /** Under which the widths are kept. */
  name: string
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  onOpen?: ((row: Row) => void) | undefined
  /** Chooses the active row, or no longer: the key x. */
  onMark?: ((row: Row) => void) | undefined
  /** The row whose details are shown beside the table. */
  openKey?: string | null | undefined
  total?: number | null
  pages?: Pages<Row>
  empty?: ReactNode
  /** As high as its rows instead of as high as there is room. */
  short?: boolean
  /** Lines that a row has; one without. It must not change. */
  linesOf?: (row: Row) => number
  /** A line that stays at the end, such as sums: one node for each column that has one. */
  foot?: Readonly<Record<string, ReactNode>>
}

const features = tableFeatures({ columnSizingFeature, columnResizingFeature })
const rowPx = 30
/** What each line of a row adds after the first. */
const linePx = 18
const one = () => 1
/** Rows before the end at which the next page is fetched. */
const aheadRows = 25

/** A table of rows in memory. With `pages` it shows their state and asks for more near the end. */
export function DataTable<Row extends RowData>(props: Props<Row>) {
  const {
    name,
    label,
    columns,
    rows,
    rowKey,
    onOpen,
    onMark,
    openKey,
    pages,
    empty,
    short = false,
    foot,
    linesOf = one,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const [active, setActive] = useState(-1)
  const definitions = useMemo(
    () =>
      columns.map(({ key, width }): ColumnDef<typeof features, Row> => ({
        id: key,
        header: key,
        size: width,
        minSize: 48,
      })),
    [columns],
  )
  const [widths] = useState(() => keptWidths(name))
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows,
    columnResizeMode: 'onChange',
    initialState: { columnSizing: widths },
  })
  useEffect(() => keepWidths(name, table.state.columnSizing), [name, table.state.columnSizing])
  const heightOf = (row: Row | undefined) => rowPx + (row === undefined ? 0 : linesOf(row) - 1) * linePx
  // Other rows have other heights: with another key they are measured again.
  const placeKey = useCallback((index: number) => `${rows.length} ${index}`, [rows])
  // The library's own object is not kept by anybody but this part.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(rows[index]),
    getItemKey: placeKey,
    overscan: 12,
    initialRect: { width: 1000, height: 600 },
  })
  const printing = usePrinting()
  useWholeOnPaper(pages)
  const inSight = virtualizer.getVirtualItems()
  const items = printing ? placesOf(rows.map(heightOf)) : inSight
  const last = inSight.at(-1)?.index ?? 0
  useEffect(() => {
    if (pages?.more && pages.state === 'ready' && last >= rows.length - aheadRows) pages.loadMore()
  }, [last, rows.length, pages])

  // The row that a link opened is brought into sight once, when it is first there; a row that is pressed is in sight.
  const linked = useRef(openKey ?? null)
  useEffect(() => {
    if (linked.current === null) return
    const index = linked.current === openKey ? rows.findIndex((row) => rowKey(row) === openKey) : -1
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'center' })
    if (index >= 0 || linked.current !== openKey) linked.current = null
  }, [rows, rowKey, openKey, virtualizer])

  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    setActive(next)
    virtualizer.scrollToIndex(next)
  }
  const open = (index: number) => {
    const row = rows[index]
    if (row !== undefined) onOpen?.(row)
  }
  const mark = (index: number) => {
    const row = rows[index]
    if (row !== undefined) onMark?.(row)
  }
  const onKey = useRowKeys({ active, count: rows.length, move, open, mark, enabled: onOpen !== undefined })
  const template = columns
    .map(({ key, grow, width }) =>
      grow
        ? `minmax(${table.getColumn(key)?.getSize() ?? width}px, 1fr)`
        : `${table.getColumn(key)?.getSize() ?? width}px`,
    )
    .join(' ')
  if (rows.length === 0 && (pages?.state === 'loading' || pages?.more))
    return (
      <>
        <Loading rows={8} />
        {pages.searchedTo !== null && (
          <p className={css.searched} role="status">
            {t.table.searched(count(pages.searchedTo))}
          </p>
        )}
      </>
    )
  if (rows.length === 0 && pages?.state === 'failed')
    return <Failed error={pages.error} onRetry={pages.reload} />
  if (rows.length === 0) return empty ?? <Empty title={t.table.empty} />

  return (
    <div className={css.frame} data-short={short || undefined}>
      <div
        ref={scroller}
        className={css.scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={pages?.total ?? props.total ?? rows.length}
        tabIndex={0}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        onKeyDown={(event: KeyboardEvent) => onKey(event.nativeEvent)}
      >
        <div className={css.inner} style={{ '--columns': template }}>
          <div role="rowgroup" className={css.head}>
            <div role="row" className={css.row} aria-rowindex={1}>
              {table
                .getHeaderGroups()
                .flatMap((group) => group.headers)
                .map((header, index) => (
                  <div
                    key={header.id}
                    role="columnheader"
                    className={css.title}
                    data-align={columns[index]?.align}
                    title={columns[index]?.hint?.()}
                  >
                    {columns[index]?.head?.() ?? columns[index]?.title()}
                    <span
                      className={css.handle}
                      onMouseDown={header.getResizeHandler()}
                      onTouchStart={header.getResizeHandler()}
                      onDoubleClick={() => header.column.resetSize()}
                      aria-hidden="true"
                    />
                  </div>
                ))}
            </div>
          </div>
          <div role="rowgroup" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
            {items.map(({ index, start }) => {
              const row = rows[index] as Row
              return (
                // Keys are taken where the focus is: at the grid.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={rowKey(row)}
                  id={`${id}-${index}`}
                  role="row"
                  className={css.row}
                  aria-rowindex={index + 2}
                  aria-selected={onOpen ? index === active || rowKey(row) === openKey : undefined}
                  data-opens={onOpen ? true : undefined}
                  style={{
                    transform: `translateY(${start}px)`,
                    position: 'absolute',
                    insetInline: 0,
                    '--row': `${heightOf(row)}px`,
                  }}
                  onClick={() => {
                    setActive(index)
                    open(index)
                  }}
                >
                  {columns.map((column) => (
                    <div key={column.key} role="gridcell" className={css.cell} data-align={column.align}>
                      {column.cell(row)}
                    </div>
                  ))}
                </div>
              )
            })}
          </div>
          {foot && (
            <div role="rowgroup" className={css.foot}>
              <div role="row" className={css.row}>
                {columns.map(({ key, align }) => (
                  <div key={key} role="gridcell" className={css.cell} data-align={align}>
                    {foot[key]}
                  </div>
                ))}
              </div>
            </div>
          )}
        </div>
      </div>
      <Foot rows={rows.length} total={pages?.total ?? props.total ?? null} pages={pages} />
    </div>
  )
}

/** Where rows of these heights stand below one another. */
function placesOf(heights: readonly number[]) {
  let height = 0
  return heights.map((own, index) => {
    const start = height
    height += own
    return { index, start }
  })
}

function Foot<Row>({
  rows,
  total,
  pages,
}: {
  rows: number
  total: number | null
  pages: Pages<Row> | undefined
}) {
  const [printing, asked] = [usePrinting(), usePrintAsked()]
  return (
    <div className={css.position} role="status">
      <span>
        {total === null
          ? pages?.more
            ? t.table.first(count(rows))
            : t.table.all(count(rows))
          : t.table.of(count(rows), count(Math.max(total, rows)))}
      </span>
      {printing && pages?.more && <strong>{t.table.cut(count(rows))}</strong>}
      {pages?.isOld && <strong>{t.table.old(count(rows))}</strong>}
      {pages?.state === 'loading' && <span>{t.loading}</span>}
      {pages?.state === 'failed' && <span className={css.failed}>{errorText(pages.error)}</span>}
      {pages && pages.more && pages.state !== 'loading' && (
        <Button look="quiet" onClick={pages.loadMore}>
          {t.table.more}
        </Button>
      )}
      {pages && (
        <Button look="quiet" busy={asked} onClick={print}>
          {t.table.print}
        </Button>
      )}
      {pages && (
        <Button look="quiet" icon="refresh" busy={pages.state === 'loading'} onClick={pages.reload}>
          {t.table.reload}
        </Button>
      )}
    </div>
  )
}
