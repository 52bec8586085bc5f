// The frame round every screen: balances above, tabs below, and what may cover them.
import {
  Activity,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { termsQuestion } from '../features/terms/gate.ts'
import { showBackButton } from '../platform/messenger.ts'
import { useAppSelector } from '../state/hooks.ts'
import { selectPlayerInfo } from '../state/selectors.ts'
import { restsAt, useRest, type Rest } from '../state/standing.ts'
import { Icon } from '../ui/Icon.tsx'
import { openSheets, settle, settling } from '../ui/openSheets.ts'
import { dropSplash, splashStands } from '../ui/splash.ts'
import { Skeleton } from '../ui/states.tsx'
import { Toasts } from '../ui/toast.tsx'
import { BalanceBar } from './BalanceBar.tsx'
import { CrashBoundary } from './Crash.tsx'
import { Tabs } from './Tabs.tsx'
import { topBar } from './topBar.ts'
import css from './Shell.module.css'

const IndexPage = lazy(() => import('../pages/index.tsx'))
// Most visits never need these.
const Resting = lazy(() => import('./Resting.tsx'))
const SessionLost = lazy(() => import('./SessionLost.tsx'))
const TermsSheet = lazy(() => import('../features/terms/TermsSheet.tsx'))

/** The layout route. */
export function Shell() {
  const { pathname } = useLocation()
  const { t } = useTranslation()
  const lost = useAppSelector((state) => state.client.lost)
  const back = useBack(pathname)
  const rest = useRestAt(pathname)
  const game = pathname === '/' && rest === null && lost === null
  useLayoutEffect(() => {
    if (!game) dropSplash()
  }, [game])
  if (lost)
    return (
      <Suspense>
        <SessionLost error={lost} />
      </Suspense>
    )
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#content" onClick={skip}>
        {t('skip')}
      </a>
      <TopBar />
      <BalanceBar back={back} />
      <OfflineBanner />
      <main id="content" className={css.main} tabIndex={-1} data-path={pathname}>
        <KeptIndex visible={game} />
        <Suspense
          fallback={
            <div className={css.wait}>
              <Skeleton heights={[0.8, 2.4, 2.4]} />
            </div>
          }
        >
          {rest === null ? <Outlet /> : <Resting rest={rest} />}
        </Suspense>
      </main>
      <Tabs />
      <Toasts />
      <Terms />
    </div>
  )
}

/** Why the account rests on this screen; an open dive can still be surfaced. */
function useRestAt(pathname: string): Rest | null {
  const rest = useRest()
  const diving = useAppSelector((state) => (selectPlayerInfo(state)?.dive ?? null) !== null)
  return rest !== null && restsAt(pathname) && !(diving && pathname === '/') ? rest : null
}

/** The main screen, kept when left (domain §10.2). Nothing of it is loaded before its first visit. */
function KeptIndex({ visible }: { visible: boolean }) {
  const [visited, setVisited] = useState(visible)
  if (visible && !visited) setVisited(true)
  if (!visited) return null
  return (
    <Activity mode={visible ? 'visible' : 'hidden'}>
      <CrashBoundary>
        <Suspense
          fallback={
            splashStands() ? null : (
              <div className={css.wait}>
                <Skeleton heights={[5, 2.4, 1.2]} />
              </div>
            )
          }
        >
          <IndexPage />
        </Suspense>
      </CrashBoundary>
    </Activity>
  )
}

/** Where the tabs lead. */
const tabRoots: readonly string[] = [
  '/',
  '/home/index',
  '/invite/index',
  '/pay/vip',
  '/pay/shop',
  '/pay/coupon',
  '/pay/record',
  '/wallet/history',
]

/**
 * Back closes the sheet on top; without one it goes where the player came from. The second press of a double press
 * does nothing. Where a tab is at hand our own arrow is not needed beside it.
 */
function useBack(pathname: string): (() => void) | null {
  const navigate = useNavigate()
  const covered = useSyncExternalStore(openSheets.subscribe, openSheets.count) > 0
  const child = pathname !== '/'
  const back = useCallback(() => {
    if (settling() || openSheets.closeTop()) return
    settle()
    void navigate(-1)
  }, [navigate])
  useEffect(() => (child || covered ? showBackButton(back) : undefined), [child, covered, back])
  return child && !tabRoots.includes(pathname) ? back : null
}

/** The hash is the router's: the skip link moves the focus by itself. */
function skip(event: React.MouseEvent): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/** Loaded with the first question; stays, so that the sheet can close. */
function Terms() {
  const open = useSyncExternalStore(termsQuestion.subscribe, termsQuestion.get) !== null
  const [asked, setAsked] = useState(open)
  if (open && !asked) setAsked(true)
  return asked ? (
    <Suspense>
      <TermsSheet />
    </Suspense>
  ) : null
}

function TopBar() {
  const phase = useSyncExternalStore(topBar.subscribe, topBar.phase)
  return <div className={css.topBar} data-phase={phase} aria-hidden />
}

function OfflineBanner() {
  const { t } = useTranslation()
  const online = useAppSelector((state) => state.system.online)
  if (online) return null
  return (
    <div className={css.offline} role="status">
      <Icon name="offline" />
      {t('offline')}
    </div>
  )
}
