// Hash routes from the one list of screens. Before every navigation the address says which moment is looked at.
import { Suspense, type ComponentType } from 'react'
import { createHashRouter, Navigate, useLocation, useRouteError, type RouteObject } from 'react-router'
import { viewMoved } from '../api/view.ts'
import { useCan, useStaff, type Store } from '../api/store.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/Button.tsx'
import { momentParam } from '../ui/Go.tsx'
import { Page } from '../ui/Page.tsx'
import { Empty } from '../ui/states.tsx'
import { homeOf, screens, type Handle } from './screens.ts'
import { Shell } from './Shell.tsx'

const none: readonly string[] = []

/** Puts the moment of the address into the store before the screen draws. What is no moment is said to be none. */
export function moveView(store: Pick<Store, 'dispatch'>, search: string): void {
  store.dispatch(viewMoved(new URLSearchParams(search).get(momentParam)))
}

function Allowed({ needs, Screen }: { needs: string; Screen: ComponentType }) {
  if (useCan(needs))
    return (
      <Suspense>
        <Screen />
      </Suspense>
    )
  return (
    <Page title={t.notAllowed.title}>
      <Empty title={t.notAllowed.title}>
        <p>{t.notAllowed.text(needs)}</p>
      </Empty>
    </Page>
  )
}

function Nowhere() {
  return (
    <Page title={t.notFound.title}>
      <Empty title={t.notFound.title}>
        <p>{t.notFound.text}</p>
      </Empty>
    </Page>
  )
}

/** A screen broke: the rest of the console stands. */
function Broken() {
  const error = useRouteError()
  console.error(error)
  return (
    <Page title={t.crash.title}>
      <Empty title={t.crash.title}>
        <p>{t.crash.text}</p>
        <Button icon="refresh" onClick={() => location.reload()}>
          {t.crash.reload}
        </Button>
      </Empty>
    </Page>
  )
}

/** Where a person begins: on the first screen of the role's own work that may be opened. */
function Home() {
  const roles = useStaff(({ session }) => session.me?.roles ?? none)
  const can = useStaff(({ session }) => session.me?.can ?? none)
  const { search } = useLocation()
  return <Navigate to={{ pathname: homeOf(roles, can), search }} replace />
}

/** The routes inside the shell; tests put them into a router of their own. */
export const routes: RouteObject[] = [
  { index: true, Component: Home },
  ...screens.map(({ path, needs, past = false, load }): RouteObject => ({
    path,
    handle: { past } satisfies Handle,
    ErrorBoundary: Broken,
    lazy: async () => {
      const { default: Screen } = await load()
      return { Component: () => <Allowed needs={needs} Screen={Screen} /> }
    },
  })),
  { path: '*', Component: Nowhere },
]

/** The console's router. */
export function makeRouter(store: Store) {
  return createHashRouter([
    {
      Component: Shell,
      ErrorBoundary: Broken,
      HydrateFallback: () => null,
      middleware: [
        async ({ request }, next) => {
          moveView(store, new URL(request.url).search)
          return next()
        },
      ],
      children: routes,
    },
  ])
}
