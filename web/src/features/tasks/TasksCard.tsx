// Tasks on the Earn screen: how many rewards wait, and the way to the list.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { usePromotionListQuery } from './api.ts'
import { refetchAfterS } from '../../api/refetch.ts'
import { LinkCard } from '../../ui/LinkCard.tsx'

/** Leads to the list; the badge stands while a reward can be received. */
export function TasksCard() {
  const { t } = useTranslation('tasks')
  const { data } = usePromotionListQuery(undefined, { refetchOnMountOrArgChange: refetchAfterS })
  const ready = data?.list.filter(({ state }) => state === 'verified').length ?? 0
  const open = data?.list.filter(({ state }) => state === 'open').length ?? 0
  return (
    <LinkCard
      to="/home/index?tasks=open"
      shape="tile"
      icon="check"
      title={t('title')}
      text={
        ready > 0
          ? t('card.ready', { count: ready })
          : open > 0
            ? t('card.open', { count: open })
            : data
              ? t('card.none')
              : '…'
      }
      badge={ready > 0 ? t('card.badge') : undefined}
    />
  )
}
