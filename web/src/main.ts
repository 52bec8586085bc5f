// The way in. Launch data is taken out of the address before anything that reads the address is
// even loaded: the router module is a late import.
import './ui/tokens.css'
import { mayReload, reloadAfterMs, takeLaunch } from './platform/launch.ts'

async function start(): Promise<void> {
  if (__DEV_MESSENGER__) {
    const { mockMessenger } = await import('./platform/mock.ts')
    mockMessenger()
  }
  const launch = takeLaunch()
  if (!launch && mayReload()) {
    setTimeout(() => location.reload(), reloadAfterMs)
    return
  }
  const { run } = await import('./app/start.tsx')
  await run(launch)
}

void start()
