// What was just done, said once above the list until the next act.
import { useCallback, useState, type ReactNode } from 'react'
import { Badge } from './Badge.tsx'
import css from './layout.module.css'

/** The line, and how to say something in it. */
export function useNotice(): [ReactNode, (text: string, tone?: 'good' | 'warn') => void] {
  const [said, setSaid] = useState<{ text: string; tone: 'good' | 'warn' } | null>(null)
  const say = useCallback((text: string, tone: 'good' | 'warn' = 'good') => setSaid({ text, tone }), [])
  return [
    <div key="done" role="status" className={css.notice}>
      {said && <Badge tone={said.tone}>{said.text}</Badge>}
    </div>,
    say,
  ]
}
