// The way in. Launch data is taken out of the address before anything that reads the address is
// even loaded: the router module is a late import.
import './ui/tokens.css'
import { fewTries } from './app/fewTries.ts'
import { showLoadFailed } from './app/loadFailed.ts'
import { mayReload, reloadAfterMs, takeLaunch } from './platform/launch.ts'

async function start(): Promise<void> {
  const launch = takeLaunch()
  if (!launch && mayReload()) {
    setTimeout(() => location.reload(), reloadAfterMs)
    return
  }
  if (__DEV_MESSENGER__ && launch) {
    const { mockMessenger } = await import('./platform/mock.ts')
    mockMessenger()
  }
  const { run } = await fewTries(() => import('./app/start.tsx'))
  await run(launch)
}

start().catch(showLoadFailed)
