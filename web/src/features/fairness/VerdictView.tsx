// The verdict: commit, table, and every cast with match or mismatch, in words and not by colour alone.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Finding } from '../../ui/Finding.tsx'
import { Table } from '../../ui/Table.tsx'
import type { DeviceFindings } from '../../state/deviceValue.ts'
import type { CastVerdict, Verdict } from './verify.ts'
import css from './fairness.module.css'

/** Shows what was recomputed. `tableNow` is the name of the paytable in force. */
export function VerdictView({ verdict, tableNow }: { verdict: Verdict; tableNow: string }) {
  const { t } = useTranslation('fairness')
  const bad = verdict.casts.filter(({ match }) => !match).length
  const count = verdict.casts.length
  return (
    <div className={css.verdict}>
      <Finding ok={verdict.commitOk}>
        {verdict.commitOk ? t('verify.commitOk') : t('verify.commitBad')}
      </Finding>
      {verdict.tableOk !== null && (
        <Finding ok={verdict.tableOk}>{verdict.tableOk ? t('verify.tableOk') : t('verify.tableBad')}</Finding>
      )}
      {verdict.table !== tableNow && (
        <p className={css.quiet}>{t('verify.tableOld', { table: verdict.table, now: tableNow })}</p>
      )}
      {verdict.device !== undefined && <DeviceView device={verdict.device} />}
      {count === 0 ? (
        <p className={css.quiet}>{t('verify.noCasts')}</p>
      ) : (
        <Finding ok={bad === 0}>
          {bad === 0 ? t('verify.allOk', { count }) : t('verify.someBad', { count: bad })}
        </Finding>
      )}
      {count > 0 && (
        <Table
          caption={t('verify.title')}
          head={[
            t('verify.level'),
            t('verify.nonce'),
            t('verify.draw'),
            t('verify.outcome'),
            t('verify.check'),
          ]}
          rows={verdict.casts.map((line) => ({
            key: String(line.cast.nonce),
            cells: cells(line, t),
            tone: line.match ? 'good' : 'bad',
          }))}
        />
      )}
    </div>
  )
}

/** What this device knows by itself: its value, and whether the commitment was shown to it before. */
export function DeviceView({ device }: { device: DeviceFindings | null }) {
  const { t } = useTranslation('fairness')
  if (device === null) return <p className={css.quiet}>{t('verify.pinUnknown')}</p>
  return (
    <>
      <Finding ok={device.valueOk}>{device.valueOk ? t('verify.deviceOk') : t('verify.deviceBad')}</Finding>
      <Finding ok={device.seed !== 'other'}>{t(`verify.pin.${device.seed}`)}</Finding>
    </>
  )
}

type Say = ReturnType<typeof useTranslation<'fairness'>>['t']

function cells({ cast, drawn, match }: CastVerdict, t: Say) {
  const multiple = drawn.x10 > 0 ? ` ${drawn.x10 / 10}x` : ''
  const lost =
    drawn.destroyed.length > 0
      ? ` · ${t('verify.destroyed', { list: drawn.destroyed.map((place) => place + 1).join(', ') })}`
      : ''
  return [
    cast.level,
    cast.nonce,
    drawn.t,
    `${t(`kind.${drawn.kind}`)}${multiple}${lost}`,
    match ? t('verify.match') : t('verify.mismatch'),
  ]
}
