// The end of a list that has further pages: loads the next one when it scrolls into view, or by a tap. After a failure
// by a tap alone: the end stays in view, so that looking for it again would ask without a pause.
import { useEffect, useRef } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { errorText } from '../i18n/errorText.ts'
import { Button } from './Button.tsx'
import css from './More.module.css'

/** Stands below a list while there is more of it. */
export function More({ busy, error, onMore }: { busy: boolean; error: unknown; onMore: () => void }) {
  const { t } = useTranslation()
  const end = useRef<HTMLDivElement>(null)
  const failed = error !== undefined
  useEffect(() => {
    const element = end.current
    if (!element || busy || failed || typeof IntersectionObserver === 'undefined') return undefined
    const seen = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onMore()
    })
    seen.observe(element)
    return () => seen.disconnect()
  }, [busy, failed, onMore])
  return (
    <div ref={end} className={css.more}>
      {failed && (
        <p className={css.why} role="alert">
          {errorText(error)}
        </p>
      )}
      <Button look="secondary" wide busy={busy} onClick={onMore}>
        {t(failed ? 'retry' : 'showMore')}
      </Button>
    </div>
  )
}
