// A bottom sheet on the native dialog: the browser traps focus, closes it on Escape and hides
// the rest from assistive technology.
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { claimMainButton, releaseMainButton } from '../platform/mainButton.ts'
import { Icon } from './Icon.tsx'
import { sheetOpened } from './openSheets.ts'
import css from './Sheet.module.css'

type Props = {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
  /** Stays at the bottom while the body scrolls. */
  footer?: ReactNode
}

/** Modal bottom sheet; closes by its button, a tap on the shade, Escape and Back. */
export function Sheet({ open, title, onClose, children, footer }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const { t } = useTranslation()

  // Before the effects of what stands in it: its own action comes after, and the screen's rests meanwhile.
  useLayoutEffect(() => {
    if (!open) return undefined
    const claim = { action: null }
    claimMainButton(claim)
    return () => releaseMainButton(claim)
  }, [open])

  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    const element = dialog.current
    if (!element || !open) return undefined
    element.showModal()
    const closed = sheetOpened(() => close.current())
    // Also when a kept screen is left: its shade must not lie over the next one.
    return () => {
      element.close()
      closed()
    }
  }, [open])

  return (
    // A tap on the shade is a shortcut; Escape and the close button are the ways for everybody.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={css.sheet}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      {open && (
        <div className={css.body}>
          <header className={css.head}>
            <h2 id={heading}>{title}</h2>
            <button type="button" className={css.close} onClick={onClose} aria-label={t('close')}>
              <Icon name="close" />
            </button>
          </header>
          <div className={css.scroll} tabIndex={-1}>
            {children}
          </div>
          {footer && <footer className={css.foot}>{footer}</footer>}
        </div>
      )}
    </dialog>
  )
}
