// What a screen shows instead of data: still loading, could not load, not allowed, nothing there.
import { useEffect, type ReactNode } from 'react'
import type { ApiError } from '../../api/envelope.ts'
import { t } from '../texts/index.ts'
import { Button } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'
import css from './ui.module.css'

/** Grey lines of the shape that will come. */
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <div className={css.loading} role="status" aria-label={t.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} />
      ))}
    </div>
  )
}

/** The words of a failed call. */
export function errorText(error: unknown): string {
  const fault = error as Partial<ApiError> | null | undefined
  if (fault?.kind === 'server')
    return fault.message ? `${fault.message} (${fault.code ?? ''})` : t.failed(String(fault.code))
  if (fault?.kind === 'network')
    return navigator.onLine ? (fault.timeout ? t.timeout : t.noAnswer) : t.offline
  return t.broken
}

/** Could not load, why, and what to do. Offline it tries by itself when the line is back. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  useEffect(() => {
    if (!onRetry) return undefined
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <Notice icon={navigator.onLine ? 'alert' : 'offline'} title={t.loadFailed} role="alert">
      <p>{errorText(error)}</p>
      {onRetry && (
        <Button icon="refresh" onClick={onRetry}>
          {t.retry}
        </Button>
      )}
    </Notice>
  )
}

/** Nothing there, and what that means. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Notice icon="search" title={title}>
      {children}
    </Notice>
  )
}

function Notice({
  icon,
  title,
  role,
  children,
}: {
  icon: IconName
  title: string
  role?: 'alert'
  children?: ReactNode
}) {
  return (
    <div className={css.notice} role={role}>
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  )
}

type Query<Data> = {
  data?: Data | undefined
  currentData?: Data | undefined
  error?: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** Draws a query: waiting, failed, or its data. What is of another question is not shown in its place. */
export function Asked<Data>({
  query,
  rows,
  children,
}: {
  query: Query<Data>
  rows?: number
  children: (data: NonNullable<Data>) => ReactNode
}) {
  const data = query.currentData
  if (data !== undefined && data !== null)
    return (
      <div aria-busy={query.isFetching || undefined} className={css.asked}>
        {children(data)}
      </div>
    )
  if (query.error && !query.isFetching)
    return <Failed error={query.error} onRetry={() => void query.refetch()} />
  return <Loading {...(rows === undefined ? {} : { rows })} />
}
