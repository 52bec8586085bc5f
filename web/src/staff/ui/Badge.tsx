// A word about a state. The colour only repeats what the word says.
import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import css from './ui.module.css'

export type Tone = 'good' | 'bad' | 'warn' | 'plain' | 'accent'

const icons: Partial<Record<Tone, IconName>> = { good: 'check', bad: 'cross', warn: 'alert' }

/** A state in a word. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  const icon = icons[tone]
  return (
    <span className={css.badge} data-tone={tone}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}
