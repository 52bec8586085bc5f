// The one action of a screen or a sheet: the messenger's own button at the bottom where it draws one, else ours.
import { useEffect, useRef } from 'react'
import {
  changeMainButton,
  claimMainButton,
  drawsMainButton,
  releaseMainButton,
  type Claim,
} from '../platform/mainButton.ts'
import { Button } from './Button.tsx'
import type { IconName } from './Icon.tsx'
import { settling } from './openSheets.ts'
import { useSettle } from './useSettle.ts'

type Props = {
  icon?: IconName
  disabled?: boolean
  busy?: boolean
  /** Our own button submits the form that it stands in, which then does what `onPress` does. */
  submits?: boolean
  children: string
  onPress: () => void
}

/** Looks and behaves the same to the player wherever it stands; a tap while it is busy does nothing. */
export function MainButton({
  icon,
  disabled = false,
  busy = false,
  submits = false,
  children,
  onPress,
}: Props) {
  const native = drawsMainButton()
  useSettle(busy)
  const pressed = useRef(onPress)
  const claim = useRef<Claim>({ action: null })
  useEffect(() => {
    pressed.current = onPress
  })
  useEffect(() => {
    if (!native) return undefined
    const own = claim.current
    claimMainButton(own)
    return () => releaseMainButton(own)
  }, [native])
  useEffect(() => {
    if (!native) return
    claim.current.action = {
      text: children,
      active: !disabled,
      busy,
      press: () => (disabled || busy || settling() ? undefined : pressed.current()),
    }
    changeMainButton()
  }, [native, children, disabled, busy])
  if (native) return null
  return (
    <Button
      size="l"
      wide
      {...(icon ? { icon } : {})}
      disabled={disabled}
      busy={busy}
      {...(submits ? { type: 'submit' } : { onClick: onPress })}
    >
      {children}
    </Button>
  )
}
