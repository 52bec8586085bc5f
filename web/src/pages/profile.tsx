// What the player decides about the account, in one place. `?section=limits` opens a section.
import { useTranslation } from '../i18n/useTranslation.ts'
import { useSearchParams } from 'react-router'
import { DeleteAccount } from '../features/erasure/DeleteAccount.tsx'
import { LanguagePicker } from '../features/language/LanguagePicker.tsx'
import { LimitsPanel } from '../features/limits/LimitsPanel.tsx'
import { MessagesPanel } from '../features/messages/MessagesPanel.tsx'
import { SensesPanel } from '../features/senses/SensesPanel.tsx'
import { SessionsPanel } from '../features/sessions/SessionsPanel.tsx'
import { AddressNotice } from '../features/withdraw/AddressNotice.tsx'
import { openLink } from '../platform/share.ts'
import { useAppSelector, useUser } from '../state/hooks.ts'
import { selectConfig } from '../state/selectors.ts'
import { LinkCard } from '../ui/LinkCard.tsx'
import { copy } from '../ui/clipboard.ts'
import { Button } from '../ui/Button.tsx'
import { Page, Row, Rows } from '../ui/Page.tsx'
import { Sections } from '../ui/Sections.tsx'
import css from './profile.module.css'

/** Their names are in addresses; `/info` leads here for those that it had itself. */
const profileSections = ['messages', 'limits', 'sessions', 'delete', 'support'] as const

const icons = {
  messages: 'bell',
  limits: 'clock',
  sessions: 'device',
  delete: 'lock',
  support: 'info',
} as const
const contents = {
  messages: MessagesPanel,
  limits: LimitsPanel,
  sessions: SessionsPanel,
  delete: YourData,
  support: Support,
} as const

const identity = ['none', 'review', 'failed', 'approved', 'rejected'] as const

export default function ProfilePage() {
  const { t } = useTranslation(['profile', 'withdraw'])
  const user = useUser()
  const [query] = useSearchParams()
  const asked = profileSections.find((name) => name === query.get('section'))
  return (
    <Page title={t('title')} lead={user?.nickname || t('lead')} aside={<LanguagePicker />}>
      <AddressNotice />
      <SensesPanel />
      <LinkCard to="/collection" icon="fish" title={t('collection')} text={t('collectionText')} />
      <LinkCard
        to="/kyc"
        icon="user"
        title={t('withdraw:identity.title')}
        text={t(`withdraw:identity.${identity[user?.kyc_status ?? 0] ?? 'none'}`)}
      />
      <Sections
        key={asked}
        asked={asked}
        sections={profileSections.map((name) => ({
          name,
          icon: icons[name],
          title: t(`section.${name}`),
          Content: contents[name],
        }))}
      />
    </Page>
  )
}

/** What is kept, and the way to end that. */
function YourData() {
  const { t } = useTranslation(['info', 'limits'])
  return (
    <>
      {(['1', '2', '3'] as const).map((part) => (
        <p key={part}>{t(`privacy.${part}`)}</p>
      ))}
      <h3>{t('limits:erase.title')}</h3>
      <DeleteAccount />
    </>
  )
}

/** Support finds an account by its number; the ways to it are those that the installation names. */
function Support() {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const id = useUser()?.user_id ?? ''
  const { support_url: support = null, channel_url: channel = null } = useAppSelector(selectConfig) ?? {}
  return (
    <>
      <p>{t('support.text')}</p>
      <Rows>
        <Row label={t('support.number')}>{id}</Row>
      </Rows>
      <div className={css.ways}>
        {support !== null && (
          <Button icon="globe" onClick={() => openLink(support)}>
            {t('support.write')}
          </Button>
        )}
        {channel !== null && (
          <Button look="secondary" icon="globe" onClick={() => openLink(channel)}>
            {t('support.channel')}
          </Button>
        )}
        <Button look="secondary" icon="copy" onClick={() => void copy(id)}>
          {common('copy')}
        </Button>
      </div>
      <LinkCard to="/info" icon="document" title={t('support.rules')} text={t('support.rulesText')} />
    </>
  )
}
