// What invitations brought so far, and how much of today's diamonds is received.
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { TeamInfoData } from '../../api/endpoints.gen.ts'
import { Amount } from '../../ui/Amount.tsx'
import { formatAmount } from '../../shared/money.ts'
import { Card } from '../../ui/Page.tsx'
import css from './Invite.module.css'

/** Friends, those that count, earnings; below it the day's bar. */
export function Totals({ team }: { team: TeamInfoData }) {
  const { t } = useTranslation('invite')
  const { t: common } = useTranslation()
  const { diamonds_today: today, diamonds_cap: cap } = team
  return (
    <Card className={css.totals}>
      <dl className={css.counters}>
        <div>
          <dt>{t('total.friends')}</dt>
          <dd>{formatAmount(team.friends, 'coin')}</dd>
        </div>
        <div>
          <dt>{t('total.valid')}</dt>
          <dd>{formatAmount(team.valid_invites, 'coin')}</dd>
        </div>
        <div>
          <dt>{t('total.second')}</dt>
          <dd>{formatAmount(team.friends_l2, 'coin')}</dd>
        </div>
      </dl>
      <p className={css.between}>
        <span>{t('total.earned')}</span>
        <Amount asset="usdt" value={team.rebate_total} label={common('asset.usdt')} />
      </p>
      {team.tied_friends > 0 && <p className={css.text}>{t('total.tied', { count: team.tied_friends })}</p>}
      <div className={css.day}>
        <p className={css.between}>
          <span>{t('total.today')}</span>
          <b>
            {today} / {cap}
          </b>
        </p>
        <progress className={css.bar} max={cap} value={Math.min(today, cap)} aria-label={t('total.today')} />
      </div>
    </Card>
  )
}
