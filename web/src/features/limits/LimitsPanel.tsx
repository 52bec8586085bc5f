// The player's own limits: what is in force, what waits, and a way to each. Tighter at once, looser after a day.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFishingPlayerInfoQuery } from '../../api/shared.ts'
import { useLimitsInfoQuery } from './api.ts'
import type { Limits, LimitsField } from '../../api/endpoints.gen.ts'
import { formatTime } from '../../i18n/time.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { formatAmount } from '../../shared/money.ts'
import { QueryState } from '../../ui/QueryState.tsx'
import { BreakPanel } from './BreakPanel.tsx'
import { fields, pendingOf, valueOf } from './fields.ts'
import { LimitSheet } from './LimitSheet.tsx'
import css from './Limits.module.css'

/** Limits and breaks. */
export function LimitsPanel() {
  const { t } = useTranslation('limits')
  const query = useLimitsInfoQuery()
  const [edited, setEdited] = useState<LimitsField | null>(null)
  return (
    <QueryState query={query} heights={[1.3, 5.5, 0.5, 3.2]}>
      {(data) => (
        <>
          <p>{t('text')}</p>
          <ul className={css.list}>
            {fields.map((field) => (
              <li key={field}>
                <LimitRow limits={data.limits} field={field} onEdit={() => setEdited(field)} />
              </li>
            ))}
          </ul>
          <LossLeft />
          <BreakPanel limits={data.limits} />
          <LimitSheet key={edited} limits={data.limits} field={edited} onClose={() => setEdited(null)} />
        </>
      )}
    </QueryState>
  )
}

function LimitRow({ limits, field, onEdit }: { limits: Limits; field: LimitsField; onEdit: () => void }) {
  const { t } = useTranslation('limits')
  const value = valueOf(limits, field)
  const waiting = pendingOf(limits, field)
  // One that waits to be taken away has no value.
  const waitingText = !waiting?.value
    ? t('none')
    : field === 'session_min'
      ? t('minutes', { n: waiting.value })
      : `${formatAmount(waiting.value, 'usdt')} USDT`
  return (
    <button type="button" className={css.row} onClick={onEdit}>
      <span className={css.words}>
        <span>{t(`field.${field}`)}</span>
        {waiting !== null && (
          <small>{t('waits', { value: waitingText, time: formatTime(waiting.at) })}</small>
        )}
      </span>
      <b>
        {value === null ? (
          t('none')
        ) : field === 'session_min' ? (
          t('minutes', { n: value })
        ) : (
          <Amount asset="usdt" value={value} />
        )}
      </b>
      <Icon name="chevron" />
    </button>
  )
}

function LossLeft() {
  const { t } = useTranslation('limits')
  const { data } = useFishingPlayerInfoQuery()
  const left = data?.limits_left.loss_today
  return left ? <p className={css.note}>{t('lossLeft', { amount: formatAmount(left, 'usdt') })}</p> : null
}
