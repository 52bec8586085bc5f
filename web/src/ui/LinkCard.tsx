// A card that leads somewhere: icon, title, one line, perhaps a badge.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './Icon.tsx'
import css from './LinkCard.module.css'

type Props = {
  to: string
  icon: IconName
  title: string
  text: string
  /** Says that something waits to be claimed. */
  badge?: string | undefined
  /** `tile` stands in a grid, `line` in a list. */
  shape?: 'tile' | 'line'
  children?: ReactNode
}

/** The whole card is the link. */
export function LinkCard({ to, icon, title, text, badge, shape = 'line', children }: Props) {
  return (
    <Link to={to} className={`${css.card} ${css[shape]} ${badge ? css.open : ''}`}>
      <span className={css.icon}>
        <Icon name={icon} />
      </span>
      <span className={css.words}>
        <strong>{title}</strong>
        <span className={css.text}>{text}</span>
      </span>
      {badge && <span className={css.badge}>{badge}</span>}
      {children}
      {shape === 'line' && <Icon name="chevron" className={css.chevron} />}
    </Link>
  )
}
