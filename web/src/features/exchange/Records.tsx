// Past exchanges, newest first.
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { ExchangeRecord } from '../../api/endpoints.gen.ts'
import { Amount } from '../../ui/Amount.tsx'
import { formatAmount } from '../../shared/money.ts'
import { DayList, Line } from '../../ui/Lines.tsx'
import { PagesState } from '../../ui/QueryState.tsx'
import { Empty } from '../../ui/states.tsx'
import { useExchangeRecordsPagesInfiniteQuery } from './api.ts'
import { sides } from './pairs.ts'

/** The list with its heading-free states. */
export function ExchangeRecords() {
  const { t } = useTranslation('exchange')
  const query = useExchangeRecordsPagesInfiniteQuery()
  return (
    <PagesState
      query={query}
      heights={[0.4, 1.2, 1.2]}
      empty={<Empty icon="history" title={t('records.empty')} text={t('records.emptyText')} />}
    >
      {(lines) => (
        <DayList lines={lines} at={(line) => line.at} id={(line) => line.id}>
          {(line) => <RecordLine line={line} />}
        </DayList>
      )}
    </PagesState>
  )
}

function RecordLine({ line }: { line: ExchangeRecord }) {
  const { t } = useTranslation('exchange')
  const { t: common } = useTranslation()
  const { from, to } = sides[line.pair]
  return (
    <Line
      icon={to === 'coupon' ? 'coupon' : 'swap'}
      at={line.at}
      tone="in"
      title={t(`${line.pair}.title`)}
      amount={<Amount asset={to} value={line.got} label={common(`asset.${to}`)} signed toned />}
      below={t('records.paid', { amount: formatAmount(line.paid, from), asset: t(`asset.${from}`) })}
    />
  )
}
