// One reward: from whom, for which day, how much, and its button or its end.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useTeamReceiveMutation } from './api.ts'
import type { TeamRecord } from '../../api/endpoints.gen.ts'
import { formatCalendarDay, formatShortDay } from '../../i18n/time.ts'
import { haptic } from '../../platform/messenger.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { isPositive } from '../../shared/money.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import css from './Records.module.css'

/** A row of the list. */
export function RecordLine({ record }: { record: TeamRecord }) {
  const { t } = useTranslation('invite')
  const { t: common } = useTranslation()
  const [receive, { isLoading }] = useTeamReceiveMutation()
  const claim = async () => {
    const result = await receive({ record_id: record.record_id })
    if (result.error) return toastError(result.error)
    haptic('success')
    // The day's limit may leave a part of it for tomorrow.
    return result.data.record.state === 'pending' ? toast(t('record.partly')) : undefined
  }
  const who = record.type === 'rebate_l2' ? t('record.many') : (record.friend?.nickname ?? t('record.friend'))
  return (
    <li className={css.record}>
      <span className={css.mark}>
        <Avatar address={record.friend?.avatar ?? ''}>
          <Icon name={record.type === 'invite' ? 'user' : record.type === 'rebate_l1' ? 'fish' : 'people'} />
        </Avatar>
      </span>
      <span className={css.words}>
        <span className={css.who}>{who}</span>
        <span className={css.small}>
          {t(`record.${record.type}`)} · {formatCalendarDay(record.day)}
        </span>
        <span className={css.reward}>
          {record.diamonds > 0 && (
            <Amount asset="diamond" value={record.diamonds} label={common('asset.diamond')} signed />
          )}
          {isPositive(record.usdt, 'usdt') && (
            <Amount asset="usdt" value={record.usdt} label={common('asset.usdt')} signed />
          )}
        </span>
      </span>
      {record.state === 'pending' ? (
        <span className={css.act}>
          <Button busy={isLoading} onClick={() => void claim()}>
            {t('record.receive')}
          </Button>
          <span className={css.small}>{t('record.until', { day: formatShortDay(record.expires_at) })}</span>
        </span>
      ) : (
        <span className={record.state === 'received' ? css.received : css.ended}>
          {record.state === 'received' && <Icon name="check" />}
          {t(`record.state.${record.state}`)}
        </span>
      )}
    </li>
  )
}
