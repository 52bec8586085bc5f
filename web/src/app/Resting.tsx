// An account that rests: why and until when, what is still possible, and where help is. It stands in place of every
// screen that would be refused anyway: play, gifts and purchases.
import { useTranslation } from '../i18n/useTranslation.ts'
import { formatDay, formatTime } from '../i18n/time.ts'
import type { Rest } from '../state/standing.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { LinkCard } from '../ui/LinkCard.tsx'
import { Card, Page } from '../ui/Page.tsx'
import css from './Resting.module.css'

type Way = { to: string; icon: IconName; name: 'withdraw' | 'exchange' | 'history' }

/** Ways out for money, which staff close with the account and nobody else does. */
const moneyOut: readonly Way[] = [
  { to: '/withdraw/index', icon: 'wallet', name: 'withdraw' },
  { to: '/home/exchange', icon: 'swap', name: 'exchange' },
]

/** `rest` as it is now. */
export default function Resting({ rest }: { rest: Rest }) {
  const { t } = useTranslation('limits')
  const { kind } = rest
  const [day, time] = kind === 'frozen' ? ['', ''] : [formatDay(rest.untilMs), formatTime(rest.untilMs)]
  const text = t(`rest.${kind}.text`, { time })
  // A break leaves all the time in the world; a closing account has a last day.
  const about = (name: Way['name']) =>
    kind === 'closing' && name === 'withdraw' ? t('rest.closing.withdraw', { day }) : t(`rest.${name}.text`)
  const way = ({ to, icon, name }: Way) => (
    <LinkCard key={to} to={to} icon={icon} title={t(`rest.${name}.title`)} text={about(name)} />
  )
  return (
    <Page title={t(`rest.${kind}.title`)}>
      <Card className={css.card}>
        <Icon name={kind === 'break' ? 'clock' : 'lock'} className={css.mark} />
        <p>{text}</p>
      </Card>
      {kind !== 'frozen' && moneyOut.map(way)}
      {way({ to: '/wallet/history', icon: 'history', name: 'history' })}
      <LinkCard
        to="/profile?section=support"
        icon="info"
        title={t('rest.help.title')}
        text={t(`rest.help.${kind}`)}
      />
    </Page>
  )
}
