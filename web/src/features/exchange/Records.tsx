// Past exchanges, newest first.
import { useTranslation } from 'react-i18next'
import type { ExchangeRecord } from '../../api/endpoints.gen.ts'
import { Amount } from '../../ui/Amount.tsx'
import { formatAmount } from '../../ui/money.ts'
import { DayList, Line } from '../../ui/Lines.tsx'
import { More } from '../../ui/More.tsx'
import { Empty, ErrorCard, Skeleton } from '../../ui/states.tsx'
import { useExchangeRecordsPagesInfiniteQuery } from './api.ts'
import { sides } from './pairs.ts'

/** The list with its heading-free states. */
export function ExchangeRecords() {
  const { t } = useTranslation('exchange')
  const { data, error, isFetching, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useExchangeRecordsPagesInfiniteQuery()
  if (error && !data) return <ErrorCard error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <Skeleton heights={[0.4, 1.2, 1.2]} />
  const lines = data.pages.flatMap((page) => page.list)
  if (lines.length === 0)
    return <Empty icon="history" title={t('records.empty')} text={t('records.emptyText')} />
  return (
    <>
      <DayList lines={lines} at={(line) => line.at} id={(line) => line.id}>
        {(line) => <RecordLine line={line} />}
      </DayList>
      {hasNextPage && <More busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
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
