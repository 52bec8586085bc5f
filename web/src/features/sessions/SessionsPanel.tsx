// The devices on which the account is open. One that is not the player's own is ended here.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSessionEndMutation, useSessionListQuery } from './api.ts'
import type { SessionLine } from '../../api/endpoints.gen.ts'
import { formatTime } from '../../i18n/time.ts'
import { haptic } from '../../platform/messenger.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import css from './Sessions.module.css'

/** The section of the information screen. */
export function SessionsPanel() {
  const { t } = useTranslation('info')
  // Somebody may have signed in since it was read last.
  const query = useSessionListQuery(undefined, { refetchOnMountOrArgChange: true })
  const [end, { isLoading, originalArgs }] = useSessionEndMutation()
  const ends = async (session: string | null) => {
    const result = await end({ session })
    if (result.error) {
      haptic('error')
      return toastError(result.error)
    }
    haptic('success')
    return toast(t('sessions.ended'), 'good')
  }
  const isEnding = (session: string | null) => isLoading && originalArgs?.session === session
  return (
    <QueryState query={query} heights={[1.1, 2.7, 2.7, 1.1]}>
      {({ list }) => (
        <>
          <p>{t('sessions.text')}</p>
          <ul className={css.list}>
            {list.map((line) => (
              <li key={line.session} className={css.row}>
                <Words line={line} />
                {!line.current && (
                  <Button
                    look="secondary"
                    aria-label={t('sessions.endOf', { device: t(`sessions.device.${line.device}`) })}
                    busy={isEnding(line.session)}
                    onClick={() => void ends(line.session)}
                  >
                    {t('sessions.end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {list.some((line) => !line.current) ? (
            <Button look="danger" wide busy={isEnding(null)} onClick={() => void ends(null)}>
              {t('sessions.endOthers')}
            </Button>
          ) : (
            <p className={css.note}>{t('sessions.alone')}</p>
          )}
        </>
      )}
    </QueryState>
  )
}

function Words({ line }: { line: SessionLine }) {
  const { t } = useTranslation('info')
  return (
    <span className={css.words}>
      <b>{t(`sessions.device.${line.device}`)}</b>
      <small>{t('sessions.opened', { time: formatTime(line.created_at) })}</small>
      {line.current ? (
        <small className={css.current}>{t('sessions.current')}</small>
      ) : (
        <small>{t('sessions.seen', { time: formatTime(line.seen_at) })}</small>
      )}
    </span>
  )
}
