// The way of a withdrawal from top to bottom: what happened with its time, then what is still to come.
import { useTranslation } from 'react-i18next'
import type { Wd, WdStep } from '../../api/endpoints.gen.ts'
import { formatTime } from '../../i18n/time.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './Way.module.css'

const order = ['Review', 'Pending', 'Completed'] as const
const older = ['pending', 'sent', 'broadcast', 'completed', 'failed'] as const

/** Steps of both generations of statuses (SPEC 4): the newer label as heading, the older one in words below it. */
export function Way({ withdraw, steps }: { withdraw: Wd; steps: readonly WdStep[] }) {
  const { t } = useTranslation('withdraw')
  const last = steps.at(-1)?.label ?? withdraw.label
  const coming = last === 'Failure' ? [] : order.slice(order.indexOf(last) + 1)
  return (
    <ol className={css.way}>
      {steps.map((step, index) => (
        <li key={`${step.label} ${step.status}`} className={css.step} data-state={step.label === 'Failure' ? 'failed' : index === steps.length - 1 && coming.length > 0 ? 'now' : 'done'}>
          <span className={css.dot}><Icon name={step.label === 'Failure' ? 'close' : index === steps.length - 1 && coming.length > 0 ? 'clock' : 'check'} /></span>
          <span className={css.words}>
            <b>{t(`label.${step.label}`)}</b>
            <span className={css.text}>{t(`older.${older[step.status] ?? 'pending'}`)}</span>
            <time className={css.time}>{formatTime(step.at)}</time>
          </span>
        </li>
      ))}
      {coming.map((label) => (
        <li key={label} className={css.step} data-state="coming">
          <span className={css.dot} />
          <span className={css.words}><b>{t(`label.${label}`)}</b></span>
        </li>
      ))}
    </ol>
  )
}
