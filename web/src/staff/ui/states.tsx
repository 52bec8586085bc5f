// What a screen shows instead of data: still loading, could not load, not allowed, nothing there.
import { useEffect, type ReactNode } from 'react'
import type { ApiError } from '../../shared/envelope.ts'
import { QueryState as States, type QueryLike } from '../../shared/QueryState.tsx'
import { t } from '../texts/index.ts'
import { refusedText } from '../words/findings.ts'
import { Button } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'
import css from './ui.module.css'

/** Grey lines of the shape that will come. */
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <div className={css.loading} role="status" data-loading aria-label={t.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} />
      ))}
    </div>
  )
}

/** The words of a failed call. */
export function errorText(error: unknown): string {
  const fault = error as Partial<ApiError> | null | undefined
  if (fault?.kind === 'server') {
    const field = refusedText(fault.data)
    const said = refusalText(fault.code ?? 0, fault.message ?? '')
    const message = said && field !== null ? said + t.colon + field : said
    return message ? `${message} (${fault.code ?? ''})` : t.failed(String(fault.code))
  }
  if (fault?.kind === 'network')
    return navigator.onLine ? (fault.timeout ? t.timeout : t.noAnswer) : t.offline
  return t.broken
}

/** A refusal in the language in force; the server's own words for one that has none. */
export function refusalText(code: number, message: string): string {
  return t.refusals[code] ?? message
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

type Query<Data> = Omit<QueryLike<Data>, 'data'> & { currentData?: Data | undefined }

const drawFailed = (error: unknown, retry: () => void) => <Failed error={error} onRetry={retry} />

/** Draws a query: loading, failed, or its data. What is of other arguments is not shown in its place. */
export function QueryState<Data>({
  query,
  rows = 6,
  children,
}: {
  query: Query<Data>
  rows?: number
  children: (data: Data) => ReactNode
}) {
  const { currentData, error, isFetching, refetch } = query
  return (
    <States
      query={{ data: currentData, error: isFetching ? undefined : error, isFetching, refetch }}
      loading={<Loading rows={rows} />}
      failed={drawFailed}
    >
      {(data) => (
        <div aria-busy={isFetching || undefined} className={css.query}>
          {children(data)}
        </div>
      )}
    </States>
  )
}
