// An account that rests: why and until when, what is still possible, and where help is. It stands in place of every
// screen that would be refused anyway: play, gifts and purchases.
import { useTranslation } from 'react-i18next'
import { formatDay, formatTime } from '../i18n/time.ts'
import type { Rest } from '../state/standing.ts'
import { Icon } from '../ui/Icon.tsx'
import { LinkCard } from '../ui/LinkCard.tsx'
import { Card, Page } from '../ui/Page.tsx'
import css from './Resting.module.css'

/** `rest` as it is now. */
export default function Resting({ rest: { kind, untilMs } }: { rest: Rest }) {
  const { t } = useTranslation('limits')
  const [day, time] = untilMs === null ? ['', ''] : [formatDay(untilMs), formatTime(untilMs)]
  const text =
    kind === 'closing' && untilMs === null ? t('rest.closing.soon') : t(`rest.${kind}.text`, { day, time })
  return (
    <Page title={t(`rest.${kind}.title`)}>
      <Card className={css.card}>
        <Icon name={kind === 'break' ? 'clock' : 'lock'} className={css.mark} />
        <p>{text}</p>
      </Card>
      {kind !== 'frozen' && (
        <>
          <LinkCard
            to="/withdraw/index"
            icon="wallet"
            title={t('rest.withdraw.title')}
            text={t('rest.withdraw.text')}
          />
          <LinkCard
            to="/home/exchange"
            icon="swap"
            title={t('rest.exchange.title')}
            text={t('rest.exchange.text')}
          />
        </>
      )}
      <LinkCard
        to="/wallet/history"
        icon="history"
        title={t('rest.history.title')}
        text={t('rest.history.text')}
      />
      <LinkCard
        to="/info?section=limits"
        icon="info"
        title={t('rest.help.title')}
        text={t(`rest.help.${kind}`)}
      />
    </Page>
  )
}
