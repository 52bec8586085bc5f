// The way of a withdrawal from top to bottom: what happened with its time, then what is still to come.
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Wd, WdStep } from '../../api/endpoints.gen.ts'
import { formatTime } from '../../i18n/time.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import css from './Way.module.css'

/** The older statuses in their order, each with the newer label that it is shown under. */
const stages = [
  { name: 'pending', label: 'Review' },
  { name: 'sent', label: 'Pending' },
  { name: 'broadcast', label: 'Pending' },
  { name: 'completed', label: 'Completed' },
  { name: 'failed', label: 'Failure' },
] as const
const completed = 3

type StepState = 'done' | 'now' | 'failed' | 'coming'
const marks: Readonly<Record<StepState, IconName | null>> = {
  done: 'check',
  now: 'clock',
  failed: 'close',
  coming: null,
}

/**
 * Steps of both generations of statuses (domain §10.4): the newer label as heading, the older one in words below it.
 */
export function Way({ withdraw, steps }: { withdraw: Wd; steps: readonly WdStep[] }) {
  const last = steps.at(-1)?.status ?? withdraw.status
  const coming = last < completed ? stages.slice(last + 1, completed + 1) : []
  const stateOf = ({ label }: WdStep, index: number): StepState => {
    if (label === 'Failure') return 'failed'
    return index === steps.length - 1 && coming.length > 0 ? 'now' : 'done'
  }
  return (
    <ol className={css.way}>
      {steps.map((step, index) => (
        <Step
          // A step can come twice: a payment that did not go out is checked again.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          state={stateOf(step, index)}
          label={step.label}
          name={isAgain(steps, index) ? 'again' : (stages[step.status]?.name ?? 'pending')}
          at={step.at}
        />
      ))}
      {coming.map(({ name, label }) => (
        <Step key={name} state="coming" label={label} name={name} at={null} />
      ))}
    </ol>
  )
}

/** Back in review after it was on its way: the payment did not go out. */
function isAgain(steps: readonly WdStep[], index: number): boolean {
  return index > 0 && (steps[index]?.status ?? 0) < (steps[index - 1]?.status ?? 0)
}

function Step({
  state,
  label,
  name,
  at,
}: {
  state: StepState
  label: Wd['label']
  name: (typeof stages)[number]['name'] | 'again'
  at: number | null
}) {
  const { t } = useTranslation('withdraw')
  const mark = marks[state]
  return (
    <li className={css.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={css.dot}>{mark && <Icon name={mark} />}</span>
      <span className={css.words}>
        <b>{t(`label.${label}`)}</b>
        <span className={css.text}>{t(`older.${name}`)}</span>
        {at !== null && (
          <time className={css.time} dateTime={new Date(at).toISOString()}>
            {formatTime(at)}
          </time>
        )}
      </span>
    </li>
  )
}
