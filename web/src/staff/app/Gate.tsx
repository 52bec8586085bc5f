// Nothing is drawn before it is known who looks. A session that ends later leaves the screen and asks over it.
import { useState, type ComponentType } from 'react'
import type { createHashRouter } from 'react-router'
import { useStaff, useStaffDispatch } from '../api/store.ts'
import { useLanguage } from '../texts/language.ts'
import { Failed, Loading } from '../ui/states.tsx'
import { LoginPage, LoginAgain } from './Login.tsx'
import { askWho } from './who.ts'

type Router = ReturnType<typeof createHashRouter>
type Props = { makeRouter: () => Router; RouterProvider: ComponentType<{ router: Router }> }

/** The login, or the console. */
export function Gate({ makeRouter, RouterProvider }: Props) {
  useLanguage()
  const { state, me } = useStaff(({ session }) => session)
  const dispatch = useStaffDispatch()
  const asking = useStaff((store) => store.session.fault)
  if (state === 'none') return <LoginPage />
  if (state === 'unknown')
    return asking ? <Failed error={asking} onRetry={() => void dispatch(askWho())} /> : <Loading />
  return (
    <>
      <Console key={me?.name} makeRouter={makeRouter} RouterProvider={RouterProvider} />
      {state === 'ended' && <LoginAgain />}
    </>
  )
}

function Console({ makeRouter, RouterProvider }: Props) {
  const [router] = useState(makeRouter)
  // Screens keep nothing of another language; the router keeps the address, and with it the view.
  return <RouterProvider key={useLanguage()} router={router} />
}
