// The player's own limits as the server holds them.
import { useTranslation } from 'react-i18next'
import { useFishingPlayerInfoQuery, useUserInfoQuery } from '../../api/endpoints.gen.ts'
import { formatTime } from '../../i18n/time.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Row, Rows } from '../../ui/Page.tsx'

/** What is set and what is left today. */
export function LimitsInForce() {
  const { t } = useTranslation('info')
  const { data: user } = useUserInfoQuery()
  const { data: player } = useFishingPlayerInfoQuery()
  const limits = user?.user.limits
  const left = player?.limits_left.loss_today
  return (
    <>
      <p>{t('limits.text')}</p>
      {limits && (
        <Rows>
          <Row label={t('limits.loss')}>{limits.loss_day ? <Amount asset="usdt" value={limits.loss_day} /> : t('limits.none')}</Row>
          {left && <Row label={t('limits.lossLeft')}><Amount asset="usdt" value={left} /></Row>}
          <Row label={t('limits.session')}>{limits.session_min ? t('limits.minutes', { n: limits.session_min }) : t('limits.none')}</Row>
          {limits.cool_off_until && <Row label={t('limits.coolOff')}>{formatTime(limits.cool_off_until)}</Row>}
          {limits.excluded_until && <Row label={t('limits.excluded')}>{formatTime(limits.excluded_until)}</Row>}
        </Rows>
      )}
    </>
  )
}
