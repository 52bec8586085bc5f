// Lines or bars over time. The picture is never alone: the same numbers stand in a table one press away, and that
// table is what a screen reader reads.
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState } from 'react'
import { t } from '../texts/index.ts'
import { utc, utcDay } from '../words/time.ts'
import { Button } from './Button.tsx'
import { Plain } from './Page.tsx'
import { useTheme } from './theme.ts'
import css from './chart.module.css'

/** Values for the eye, and the exact texts of the same values for the table. */
export type Series = { name: string; values: readonly (number | null)[]; texts: readonly string[] }

type Props = {
  label: string
  timesMs: readonly number[]
  series: readonly Series[]
  kind?: 'line' | 'bars'
  daily?: boolean
  height?: number
}

/** A chart of up to four series. */
export function Chart({ label, timesMs, series, kind = 'line', daily = false, height = 180 }: Props) {
  const [asTable, setAsTable] = useState(false)
  const when = (ms: number) => (daily ? utcDay(ms) : utc(ms))
  return (
    <figure className={css.chart}>
      <figcaption>
        <ul className={css.legend}>
          {series.map(({ name }, index) => (
            <li key={name} data-series={index + 1}>
              {name}
            </li>
          ))}
        </ul>
        <Button look="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t.chart.picture : t.chart.table}
        </Button>
      </figcaption>
      {asTable ? (
        <div className={css.numbers}>
          <Plain
            label={label}
            head={[{ title: t.chart.when }, ...series.map(({ name }) => ({ title: name, end: true }))]}
            rows={timesMs.map((ms, row) => ({
              key: String(ms),
              cells: [when(ms), ...series.map(({ texts }) => texts[row] ?? '')],
            }))}
          />
        </div>
      ) : (
        <Picture label={label} timesMs={timesMs} series={series} kind={kind} height={height} />
      )}
    </figure>
  )
}

function Picture({ label, timesMs, series, kind, height }: Required<Omit<Props, 'daily'>>) {
  const host = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const options = optionsFor(element, timesMs, series, kind, height)
    const data = [
      timesMs.map((ms) => ms / 1_000),
      ...series.map(({ values }) => [...values]),
    ] as uPlot.AlignedData
    const plot = new uPlot(options, data, element)
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    resize.observe(element)
    return () => {
      resize.disconnect()
      plot.destroy()
    }
  }, [timesMs, series, kind, height, theme])
  return (
    <div
      ref={host}
      className={css.host}
      role="img"
      aria-label={t.chart.described(label)}
      style={{ height }}
    />
  )
}

function optionsFor(
  element: HTMLElement,
  timesMs: readonly number[],
  series: readonly Series[],
  kind: 'line' | 'bars',
  height: number,
): uPlot.Options {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const bars = uPlot.paths.bars?.({ size: [0.6, 24] })
  const axis = {
    stroke: colour('--quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: `11px ${colour('--font')}`,
  }
  return {
    width: element.clientWidth || 600,
    height,
    legend: { show: false },
    cursor: { y: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    scales: {
      y: {
        range: (_plot, low, high) => [Math.min(0, low), high <= 0 && low >= 0 ? 1 : Math.max(0, high) * 1.05],
      },
    },
    axes: [
      { ...axis, size: 30, values: (_plot, splits) => splits.map((seconds) => axisTime(seconds, timesMs)) },
      { ...axis, size: 76, values: (_plot, splits) => splits.map(compact().format) },
    ],
    series: [
      {},
      ...series.map(({ name }, index) => ({
        label: name,
        stroke: colour(`--series-${index + 1}`),
        width: 1.5,
        points: { show: false },
        ...(kind === 'bars'
          ? { fill: colour(`--series-${index + 1}`), ...(bars ? { paths: bars } : {}) }
          : {}),
      })),
    ],
  }
}

/** Days of a month, or hours of a day when there are few. */
function axisTime(seconds: number, timesMs: readonly number[]): string {
  const text = new Date(seconds * 1_000).toISOString()
  const spanMs = (timesMs.at(-1) ?? 0) - (timesMs[0] ?? 0)
  return spanMs > 2 * 86_400_000 ? text.slice(5, 10) : text.slice(11, 16)
}

/** Short numbers of an axis: 12K, or 1.2万. */
const compact = () => new Intl.NumberFormat(t.locale, { notation: 'compact', maximumFractionDigits: 1 })
