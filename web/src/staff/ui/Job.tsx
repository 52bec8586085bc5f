// Work that takes longer than a call: how far it is, and what became of it.
import type { ReactNode } from 'react'
import type { JobTold } from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { count } from '../words/money.ts'
import { sinceNow, span } from '../words/time.ts'
import { Badge, type Tone } from './Badge.tsx'
import { Moment } from './Moment.tsx'
import css from './job.module.css'

/** While a job runs it is asked for this often. */
export const pollMs = 1_000

const tones: Readonly<Record<string, Tone>> = { done: 'good', failed: 'bad', running: 'accent' }

/** Whether there is no more to wait for. */
export function isOver(job: Pick<JobTold, 'state'> | undefined): boolean {
  return job !== undefined && job.state !== 'running'
}

/** The job's line; `verdict` says what came out of it. */
export function Job({ job, verdict }: { job: JobTold; verdict?: ReactNode }) {
  return (
    <div className={css.job} role="status">
      <div className={css.line}>
        <Badge tone={tones[job.state] ?? 'plain'}>{t.job.state[job.state] ?? job.state}</Badge>
        {verdict}
        <span>{t.job.by(job.by)}</span>
        <Moment ms={job.started_at_ms} zone />
        <span>
          {job.ended_at_ms ? span(job.ended_at_ms - job.started_at_ms) : sinceNow(job.started_at_ms).away}
        </span>
      </div>
      {job.state === 'running' && (
        <>
          <progress
            className={css.meter}
            aria-label={t.job.state['running']}
            {...(job.total > 0 ? { max: job.total, value: job.done } : {})}
          />
          <span>{job.total > 0 ? t.job.progress(count(job.done), count(job.total)) : count(job.done)}</span>
        </>
      )}
      {job.problem && <p className={css.problem}>{job.problem}</p>}
    </div>
  )
}
