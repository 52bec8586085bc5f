// The head of paper: from which console it is, who printed it and when. Every sheet names its screen at the foot.
import { useLayoutEffect } from 'react'
import { useStaff } from '../api/store.ts'
import { t } from '../texts/index.ts'
import { usePrintedMs } from '../ui/usePrinting.ts'
import { codeWords, listed } from '../words/codes.ts'
import { utc } from '../words/time.ts'
import css from './shell.module.css'

/** What `styles/print.css` writes at the foot of every sheet. */
const footName = '--printed'

/** Nothing on the screen. */
export function Printed() {
  const ms = usePrintedMs()
  const me = useStaff(({ session }) => session.me)
  const isOn = ms !== null && me !== null
  useLayoutEffect(() => {
    if (!isOn) return undefined
    const { style } = document.documentElement
    style.setProperty(footName, JSON.stringify(`${titleOf(document)} · ${t.product}`))
    return () => void style.removeProperty(footName)
  }, [isOn])
  if (!isOn) return null
  return (
    <p className={css.printed}>
      <strong>{t.product}</strong>
      {me.development && <span className={css.development}>{t.development}</span>}
      <span>{t.printed(`${me.name} (${listed(me.roles.map(codeWords))})`, `${utc(ms)} UTC`)}</span>
    </p>
  )
}

/** The name of the screen, and of the report that is open in it or of what its first filter asks for. */
function titleOf(page: ParentNode): string {
  const screen = page.querySelector('main h1')?.textContent
  const report = page.querySelector('main [data-open="wide"] > :last-child section h2')?.textContent
  const asked = page.querySelector<HTMLInputElement>(
    'main search > label:first-child[data-used] input',
  )?.value
  return [screen, report ?? asked].filter(Boolean).join(' ')
}
