// The one button. `busy` keeps its width, says so to assistive technology and refuses taps, also shortly after it, so
// a double tap cannot start a second call.
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { useSettle } from './useSettle.ts'
import css from './Button.module.css'

type Look = 'primary' | 'secondary' | 'plain' | 'danger'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  look?: Look
  size?: 'm' | 'l'
  busy?: boolean
  wide?: boolean
  icon?: IconName
  className?: string | undefined
  children: ReactNode
}

/** A button of at least 44 px; disabled and busy states included. */
export function Button({
  look = 'primary',
  size = 'm',
  busy = false,
  wide = false,
  icon,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: Props) {
  useSettle(busy)
  const names = [
    css.button,
    css[look],
    size === 'l' && css.large,
    wide && css.wide,
    busy && css.busy,
    className,
  ]
  return (
    <button
      {...rest}
      type={type}
      className={names.filter(Boolean).join(' ')}
      disabled={disabled === true || busy}
      aria-busy={busy}
    >
      {icon && <Icon name={icon} />}
      <span className={css.label}>{children}</span>
    </button>
  )
}
