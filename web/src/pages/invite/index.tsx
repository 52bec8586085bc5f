// Invite friends: the link, the code to enter, totals, rewards.
import { useRef } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useTeamInfoQuery } from '../../api/shared.ts'
import { refetchAfterS } from '../../api/refetch.ts'
import { BindCode } from '../../features/invite/BindCode.tsx'
import { Records } from '../../features/invite/Records.tsx'
import { ShareLink } from '../../features/invite/ShareLink.tsx'
import { Totals } from '../../features/invite/Totals.tsx'
import { LinkCard } from '../../ui/LinkCard.tsx'
import { settle } from '../../ui/openSheets.ts'
import { Page } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/QueryState.tsx'

export default function InvitePage() {
  const { t } = useTranslation('invite')
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Team />
      <LinkCard to="/invite/rank" icon="trophy" title={t('rank.title')} text={t('rank.text')} />
      <Records />
    </Page>
  )
}

function Team() {
  const query = useTeamInfoQuery(undefined, {
    refetchOnMountOrArgChange: refetchAfterS,
  })
  const place = useRef<HTMLFormElement>(null)
  return (
    <QueryState query={query} heights={[8.8, 3.5]}>
      {(data) => {
        const enterCode = () => {
          place.current?.scrollIntoView({ block: 'start' })
          settle()
          place.current?.querySelector('input')?.focus()
        }
        return (
          <>
            {!data.invite_entered && <BindCode place={place} />}
            <ShareLink team={data} onBlocked={enterCode} />
            <Totals team={data} />
          </>
        )
      }}
    </QueryState>
  )
}
