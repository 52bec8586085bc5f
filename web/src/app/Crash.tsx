// When a screen falls over: it says so and can be tried again, while balances and tabs go on.
import { Component, useEffect, useState, type ErrorInfo, type ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { reloadPage } from '../platform/launch.ts'
import { reloadIfThere } from '../platform/reload.ts'
import { tabStorage } from '../shared/tabStorage.ts'
import { useAppSelector } from '../state/hooks.ts'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/states.tsx'
import css from './Notice.module.css'

/** A screen whose code could not be loaded. */
export function RouteCrash({ fault }: { fault: unknown }) {
  useEffect(() => console.error('A screen failed', fault), [fault])
  return <Crash onRetry={reloadPage} />
}

/** Round a part that must not take the rest with it. */
export class CrashBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('A screen failed', error, info.componentStack)
  }

  override render(): ReactNode {
    return this.state.failed ? (
      <Crash onRetry={() => this.setState({ failed: false })} />
    ) : (
      this.props.children
    )
  }
}

/** Offline it is most likely a screen that was never loaded: it waits for the connection. */
function Crash({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  const online = useAppSelector((state) => state.system.online)
  const [waits] = useState(!online)
  // A part that once failed to load is not asked for again by itself: the page is, and stays where it was. What only
  // the page remembers, such as the id of a command without an answer, it would forget: then the player decides.
  useEffect(() => {
    if (waits && online && tabStorage.isKept()) reloadPage()
  }, [waits, online])
  if (waits)
    return (
      <div className={css.inside}>
        <Empty icon="offline" title={t('offlineScreen.title')} text={t('offlineScreen.text')}>
          <TryAgain />
        </Empty>
      </div>
    )
  return (
    <div className={css.inside}>
      <Empty icon="alert" title={t('crash.title')} text={t('crash.text')}>
        <Button icon="refresh" onClick={onRetry}>
          {t('reload')}
        </Button>
      </Empty>
    </div>
  )
}

/** For a device that does not notice its connection. */
function TryAgain() {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    if (!(await reloadIfThere())) setBusy(false)
  }
  return (
    <Button look="secondary" icon="refresh" busy={busy} onClick={() => void ask()}>
      {t('retry')}
    </Button>
  )
}
