// Dialogs and drawers: the browser's own element, so that focus stays inside, Esc closes and the rest is inert.
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { t } from '../texts/index.ts'
import { IconButton } from './Button.tsx'
import css from './dialog.module.css'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  /** `side` is a drawer at the right edge; `top` hangs from above, for the palette. */
  look?: 'middle' | 'side' | 'top'
  wide?: boolean
  /** A login over the screen cannot be put aside. */
  closable?: boolean
}

function show(dialog: HTMLDialogElement | null): void {
  dialog?.showModal()
  // The browser would choose the button that closes.
  dialog?.querySelector<HTMLElement>('[data-first]')?.focus()
}

/** Shown while it is rendered; whoever renders it closes it. */
export function Dialog({ title, onClose, children, look = 'middle', wide = false, closable = true }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    show(dialog)
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  const leave = () => {
    if (closable) onClose()
  }
  return (
    // The backdrop is part of the element: a press on it is a press on the dialog itself. Esc does the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      className={css.dialog}
      data-look={look}
      data-wide={wide || undefined}
      closedby={closable ? undefined : 'none'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      // Chromium closes at the second Esc whatever the page says about it, and older browsers do not know `closedby`.
      onClose={() => show(ref.current)}
      onMouseDown={(event) => {
        if (event.target === ref.current) leave()
      }}
    >
      <div className={css.box}>
        <div className={css.head}>
          <h2 id={id}>{title}</h2>
          {closable && <IconButton icon="cross" label={t.close} onClick={onClose} />}
        </div>
        <div className={css.body}>{children}</div>
      </div>
    </dialog>
  )
}
