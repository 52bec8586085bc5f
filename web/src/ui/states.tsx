// The states that every screen shares: still loading, could not load, nothing there.
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { errorText } from '../i18n/errorText.ts'
import { Button } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'
import css from './states.module.css'

/** Grey blocks of the shape that will come; `heights` in rem. */
export function Skeleton({ heights }: { heights: readonly number[] }) {
  const { t } = useTranslation()
  return (
    <div className={css.skeleton} role="status" aria-label={t('loading')}>
      {heights.map((height, index) => (
        // The blocks never change places, so their place is their identity.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={css.block} style={{ height: `${height}rem` }} />
      ))}
    </div>
  )
}

/** "Could not load" with the reason and Retry. Offline, it says so and retries when the connection is back. */
export function ErrorCard({
  error,
  onRetry,
  busy = false,
}: {
  error: unknown
  onRetry: () => void
  busy?: boolean
}) {
  const { t } = useTranslation()
  const offline = typeof navigator !== 'undefined' && !navigator.onLine
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <div className={css.notice} role="alert">
      <Icon name={offline ? 'offline' : 'alert'} className={css.badIcon} />
      <h2>{t('loadFailed')}</h2>
      <p>{offline ? t('offlineLoad') : errorText(error)}</p>
      <Button look="secondary" icon="refresh" onClick={onRetry} busy={busy}>
        {t('retry')}
      </Button>
    </div>
  )
}

/** Nothing there yet, and what to do about it. */
export function Empty({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <div className={css.notice}>
      <Icon name={icon} className={css.emptyIcon} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  )
}
