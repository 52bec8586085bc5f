// The identity check: how it stands, and the form while it can be filled in (domain §10.4: not submitted, under
// review, failed).
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { useKycCheckQuery } from './api.ts'
import type { KycCheckData } from '../../api/endpoints.gen.ts'
import { refetchAfterS } from '../../api/refetch.ts'
import { formatAbout, formatTime } from '../../i18n/time.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Card, Row, Rows } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { KycForm } from './KycForm.tsx'
import { reasonText } from './reason.ts'
import css from './Kyc.module.css'

const states = ['none', 'review', 'failed', 'approved', 'rejected'] as const
type State = (typeof states)[number]

const icons: Readonly<Record<State, IconName>> = {
  none: 'user',
  review: 'clock',
  failed: 'alert',
  approved: 'check',
  rejected: 'lock',
}

/** The whole check. */
export function Kyc() {
  const { t } = useTranslation('kyc')
  const query = useKycCheckQuery(undefined, {
    refetchOnMountOrArgChange: refetchAfterS,
  })
  return (
    <QueryState query={query} heights={[1.6, 5, 2]}>
      {(data) => {
        const state = states[data.status] ?? 'none'
        return (
          <>
            <Standing check={data} state={state} />
            {data.can_edit && <KycForm />}
            {state === 'rejected' && (
              <Link className={css.link} to="/profile?section=support">
                {t('support')}
              </Link>
            )}
            {!data.can_edit && (
              <Link className={css.link} to="/withdraw/index">
                {t('back')}
              </Link>
            )}
          </>
        )
      }}
    </QueryState>
  )
}

function Standing({ check, state }: { check: KycCheckData; state: State }) {
  const { t } = useTranslation('kyc')
  return (
    <Card className={css.standing}>
      <div className={css.banner} data-state={state}>
        <span className={css.mark}>
          <Icon name={icons[state]} />
        </span>
        <div>
          <h2>{t(`state.${state}`)}</h2>
          <p>{t(`text.${state}`, { over: check.required_over.replace(/\.?0+$/, '') })}</p>
          {check.usual_ms !== null && <p>{t('usual', { time: formatAbout(check.usual_ms) })}</p>}
        </div>
      </div>
      {check.reasons.length > 0 && (
        <ul className={css.reasons}>
          {check.reasons.map((reason) => (
            <li key={reason}>{reasonText(reason)}</li>
          ))}
        </ul>
      )}
      {!check.can_edit && (state === 'none' || state === 'failed') && (
        <p className={css.note}>{t('later')}</p>
      )}
      {check.masked && state !== 'failed' && (
        <Rows>
          <Row label={t('field.id_name')}>{check.masked.id_name}</Row>
          <Row label={t('field.tel')}>{check.masked.tel}</Row>
          <Row label={t('field.email')}>{check.masked.email}</Row>
          {check.submitted_at !== null && <Row label={t('submitted')}>{formatTime(check.submitted_at)}</Row>}
        </Rows>
      )}
    </Card>
  )
}
