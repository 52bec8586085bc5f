// What a day earned beside the day before it, line by line.
import { useDaysInfoQuery, type DayReport } from '../../api/endpoints.gen.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Panel, Plain } from '../../ui/Page.tsx'
import { sumOf } from '../../words/money.ts'
import { utcDay } from '../../words/time.ts'

const words = () => t.days

type Line = {
  key: 'staked' | 'paid_out' | 'ggr' | 'referral' | 'ngr' | 'promo_spent' | 'fees'
  note?: string
  signed?: boolean
}

const percent = (perMille: number) => `${(perMille / 10).toFixed(1)} %`

/** The report of the day before; a day before the log began has none. */
export function Revenue({ report }: { report: DayReport }) {
  const day = utcDay(Date.parse(`${report.day}T00:00:00Z`) - 86_400_000)
  const { currentData } = useDaysInfoQuery({ day })
  const prior = currentData?.report
  const lines: Line[] = [
    { key: 'staked', note: words().stakedNote },
    { key: 'paid_out', note: words().paidOutNote },
    { key: 'ggr', note: words().ggrNote, signed: true },
    { key: 'referral' },
    { key: 'ngr', note: words().ngrNote, signed: true },
    { key: 'promo_spent', note: words().promoNote },
    { key: 'fees' },
  ]
  return (
    <Panel title={words().revenue} pad={false}>
      <Plain
        label={words().revenue}
        head={[
          { title: words().revenue },
          { title: report.day, end: true },
          { title: prior ? prior.day : words().prior, end: true },
          { title: words().change, end: true },
        ]}
        rows={[
          ...lines.map(({ key, note, signed = false }) => ({
            key,
            cells: [
              <span key="n" title={note}>
                {words().lines[key] ?? key}
              </span>,
              <Amount key="d" minor={report[key]} asset="usdt" signed={signed} />,
              prior ? <Amount key="p" minor={prior[key]} asset="usdt" signed={signed} /> : '–',
              prior ? (
                <Amount key="c" minor={sumOf([report[key], `${-BigInt(prior[key])}`])} asset="usdt" signed />
              ) : (
                '–'
              ),
            ],
          })),
          {
            key: 'hold',
            cells: [
              <span key="n" title={words().holdNote}>
                {words().hold}
              </span>,
              percent(report.hold_per_mille),
              prior ? percent(prior.hold_per_mille) : '–',
              prior ? percent(report.hold_per_mille - prior.hold_per_mille) : '–',
            ],
          },
        ]}
      />
    </Panel>
  )
}
