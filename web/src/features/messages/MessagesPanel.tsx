// What the bot writes in the messenger: nothing until it is switched on here, security always.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Messages } from '../../api/endpoints.gen.ts'
import { haptic, requestWriteAccess } from '../../platform/messenger.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { useMessagesInfoQuery, useMessagesSetMutation } from './api.ts'
import css from './Messages.module.css'

const topics = ['checkin', 'withdrawal', 'friend', 'bonus'] as const
type Choice = Pick<Messages, (typeof topics)[number]>

/** The section of the profile. */
export function MessagesPanel() {
  const query = useMessagesInfoQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <QueryState query={query} heights={[1.1, 1.2, 1.2, 1.2, 1.2, 1.1]}>
      {({ messages }) => <Switches messages={messages} />}
    </QueryState>
  )
}

function Switches({ messages }: { messages: Messages }) {
  const { t } = useTranslation('profile')
  const [set, { isLoading }] = useMessagesSetMutation()
  // What was switched here shows at once, and goes back when the server did not take it.
  const [chosen, setChosen] = useState<Choice | null>(null)
  const now = chosen ?? messages
  const { checkin, withdrawal, friend, bonus } = now
  const choose = async (next: Choice) => {
    setChosen(next)
    // Without it the messenger delivers nothing to whoever never wrote to the bot.
    if (topics.some((topic) => next[topic])) requestWriteAccess()
    const result = await set(next)
    if (!result.error) return true
    haptic('error')
    setChosen(null)
    toastError(result.error)
    return false
  }
  const again = async () => {
    if (await choose({ checkin, withdrawal, friend, bonus })) toast(t('messages.again'), 'good')
  }
  return (
    <>
      <p>{t('messages.text')}</p>
      {messages.blocked && (
        <div className={css.blocked} role="status">
          <Icon name="info" />
          <p>{t('messages.blocked')}</p>
          <Button look="secondary" busy={isLoading} onClick={() => void again()}>
            {t('messages.allow')}
          </Button>
        </div>
      )}
      {topics.map((topic) => (
        <Switch
          key={topic}
          label={t(`messages.${topic}.on`)}
          hint={t(`messages.${topic}.hint`)}
          on={now[topic]}
          onChange={(on) => void choose({ checkin, withdrawal, friend, bonus, [topic]: on })}
        />
      ))}
      <p className={css.note}>{t('messages.security')}</p>
    </>
  )
}
