// Links inside the console. They keep the moment that is looked at: who follows a number of last month stays there.
import type { ReactNode } from 'react'
import { Link, useNavigate, useLocation } from 'react-router'

/** The address's word for the moment. */
export const momentParam = 'at'

/** The same place with the moment of the present address, unless it names one itself. */
export function keepMoment(to: string, search: string): string {
  const at = new URLSearchParams(search).get(momentParam)
  const [path = '', query = ''] = to.split('?')
  const params = new URLSearchParams(query)
  if (at !== null && !params.has(momentParam)) params.set(momentParam, at)
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

type Props = {
  to: string
  children: ReactNode
  title?: string | undefined
  className?: string | undefined
  'aria-current'?: 'page' | undefined
}

/** A link to a screen. */
export function Go({ to, children, ...rest }: Props) {
  const { search } = useLocation()
  return (
    <Link to={keepMoment(to, search)} {...rest}>
      {children}
    </Link>
  )
}

/** Goes to a screen from code, for example when a row is opened by the keyboard. */
export function useGo(): (to: string) => void {
  const navigate = useNavigate()
  const { search } = useLocation()
  return (to) => void navigate(keepMoment(to, search))
}
