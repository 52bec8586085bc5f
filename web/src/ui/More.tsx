// The end of a list that has further pages: loads the next one when it scrolls into view, or by a tap.
import { useEffect, useRef } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Button } from './Button.tsx'

/** Stands below a list while there is more of it. */
export function More({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  const { t } = useTranslation()
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = end.current
    if (!element || busy || typeof IntersectionObserver === 'undefined') return undefined
    const seen = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onMore()
    })
    seen.observe(element)
    return () => seen.disconnect()
  }, [busy, onMore])
  return (
    <div ref={end}>
      <Button look="secondary" wide busy={busy} onClick={onMore}>
        {t('showMore')}
      </Button>
    </div>
  )
}
