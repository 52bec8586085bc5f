// Buttons. `busy` keeps the place and refuses a second press.
import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import css from './ui.module.css'

type Props = {
  children: ReactNode
  onClick?: () => void
  look?: 'main' | 'plain' | 'danger' | 'quiet'
  icon?: IconName
  type?: 'button' | 'submit'
  busy?: boolean
  disabled?: boolean
  /** Why it cannot be pressed, or what it does. */
  title?: string | undefined
  'aria-pressed'?: boolean
  'aria-expanded'?: boolean
}

/** A button with a word on it. */
export function Button({
  children,
  look = 'plain',
  icon,
  type = 'button',
  busy = false,
  disabled = false,
  onClick,
  ...rest
}: Props) {
  return (
    <button
      type={type}
      className={css.button}
      data-look={look}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      onClick={onClick}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A button with an icon and a name for whoever does not see it. */
export function IconButton({
  icon,
  label,
  onClick,
  pressed,
}: {
  icon: IconName
  label: string
  onClick: () => void
  pressed?: boolean
}) {
  return (
    <button
      type="button"
      className={css.iconButton}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
