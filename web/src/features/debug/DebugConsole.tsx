// The debug console of domain §10.2: offered only when the debug flag is on and never part of a production build. It
// is loaded when somebody opens it, so that it costs and covers nothing before.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useAppSelector } from '../../state/hooks.ts'
import { selectConfig } from '../../state/selectors.ts'
import { Button } from '../../ui/Button.tsx'

/** A button, or nothing. */
export function DebugConsole() {
  const { t } = useTranslation()
  const debug = useAppSelector((state) => selectConfig(state)?.debug === true)
  if (!__DEV_MESSENGER__ || !debug) return null
  return (
    <Button look="secondary" onClick={() => void open()}>
      {t('debugConsole')}
    </Button>
  )
}

async function open(): Promise<void> {
  if (!__DEV_MESSENGER__) return
  const { default: eruda } = await import('eruda')
  eruda.init()
  eruda.show()
}
