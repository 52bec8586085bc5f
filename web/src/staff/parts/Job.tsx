// Work that takes longer than a call: how far it is, and what became of it.
import { useState, type ReactNode } from 'react'
import type { JobState } from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { count } from '../words/money.ts'
import { sinceNow, span } from '../words/spans.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Found } from './Found.tsx'
import { Moment } from '../ui/Moment.tsx'
import css from './job.module.css'

const tones: Readonly<Record<string, Tone>> = { done: 'good', failed: 'bad', running: 'accent' }

/** A job as its screen shows it: who started it and when is not known of every kind. */
type Shown = Pick<JobState, 'state' | 'done' | 'total' | 'problem' | 'finding'> &
  Partial<Pick<JobState, 'by' | 'started_at_ms' | 'ended_at_ms'>>

/** A running job is fetched this often. */
const pollMs = 1_000
const running = { pollingInterval: pollMs, refetchOnMountOrArgChange: true }
const ended = { ...running, pollingInterval: 0 }

/**
 * Options for the query of a job, and where its answers are reported: it is fetched until it has ended or
 * fails to load.
 */
export function useJobPolling(): [
  options: typeof running,
  report: (state: string | undefined, failed: boolean) => void,
] {
  const [over, setOver] = useState(false)
  const report = (state: string | undefined, failed: boolean) => {
    if (!over && (failed || (state !== undefined && state !== 'running'))) setOver(true)
  }
  return [over ? ended : running, report]
}

type Props = {
  job: Shown
  /** What came out of it. */
  verdict?: ReactNode
  /** Words for its states, and the name of its progress. */
  states?: Readonly<Record<string, string>>
  label?: string | undefined
  /** More of what came out of it. */
  children?: ReactNode
}

/** The job's line. */
export function Job({ job, verdict, states = t.job.state, label = states['running'], children }: Props) {
  return (
    <div className={css.job} role="status">
      <div className={css.line}>
        <Badge tone={tones[job.state] ?? 'plain'}>{states[job.state] ?? job.state}</Badge>
        {verdict}
        {job.by !== undefined && <span>{t.job.by(job.by)}</span>}
        {job.started_at_ms !== undefined && <Took from={job.started_at_ms} to={job.ended_at_ms ?? null} />}
      </div>
      {job.state === 'running' && (
        <>
          <progress
            className={css.meter}
            aria-label={label}
            {...(job.total > 0 ? { max: job.total, value: job.done } : {})}
          />
          <span>{job.total > 0 ? t.job.progress(count(job.done), count(job.total)) : count(job.done)}</span>
        </>
      )}
      {job.problem && (
        <p className={css.problem}>
          <Found finding={job.finding} said={job.problem} />
        </p>
      )}
      {children}
    </div>
  )
}

function Took({ from, to }: { from: number; to: number | null }) {
  return (
    <>
      <Moment ms={from} zone />
      <span>{to === null ? sinceNow(from).away : span(to - from)}</span>
    </>
  )
}
