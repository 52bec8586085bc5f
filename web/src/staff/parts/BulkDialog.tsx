// One reason for many decisions: what is decided stands in a table, and beside each what became of it. It stays open
// until the person has read that.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useWritable } from '../api/store.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Plain } from '../ui/Page.tsx'
import { errorText } from '../ui/states.tsx'
import { t } from '../texts/index.ts'
import { count } from '../words/money.ts'
import { DoButton, isReason, ReasonField } from './ActionDialog.tsx'
import { decideAll, type Item, type Result } from './bulk.ts'
import css from '../ui/layout.module.css'

/** One of many, with the cells that show it. */
export type Shown = Item & { cells: readonly ReactNode[] }

type Props = {
  title: string
  label: string
  danger?: boolean
  /** Why none can be decided yet. */
  missing?: string | null
  head: readonly { title: ReactNode; end?: boolean }[]
  items: readonly Shown[]
  onClose: () => void
  children?: ReactNode
}

export function BulkDialog({
  title,
  label,
  danger = false,
  missing = null,
  head,
  items,
  onClose,
  children,
}: Props) {
  const [reason, setReason] = useState('')
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [busy, setBusy] = useState(false)
  const [halted, setHalted] = useState<unknown>(null)
  const writable = useWritable()
  // What is under way is answered; nothing follows it once the dialog is closed.
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => void (left.current = true)
  }, [])
  const begun = busy || results.size > 0
  const open = items.filter(({ key }) => !results.has(key)).length
  const why = !writable ? t.act.past : (missing ?? (isReason(reason) ? null : t.act.needsReason))
  const run = async () => {
    if (why !== null || busy) return
    setBusy(true)
    setHalted(null)
    const report = (key: string, result: Result) => setResults((known) => new Map([...known, [key, result]]))
    const error = await decideAll(items, reason.trim(), results, report, () => left.current)
    if (left.current) return
    setBusy(false)
    setHalted(error)
  }
  return (
    <Dialog title={title} onClose={onClose} wide>
      <form
        className={css.stack}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        {/* One reason and one verdict for all of them: what follows goes on with the same. */}
        <fieldset disabled={begun} className={css.stack}>
          {children}
          <ReasonField hint={t.bulk.reasonHint} value={reason} onChange={setReason} />
        </fieldset>
        <Plain
          label={title}
          head={[...head, { title: t.bulk.result }]}
          rows={items.map(({ key, cells, not = null }) => ({
            key,
            cells: [...cells, <Outcome key="result" result={results.get(key)} not={not} />],
          }))}
        />
        {begun && (
          <p role="status">
            <Sum results={results} open={open} />
          </p>
        )}
        {halted !== null && (
          <p role="alert" className={css.fault}>
            {t.bulk.halted}
            {t.colon}
            {errorText(halted)}
          </p>
        )}
        <div className={css.buttons}>
          <Button onClick={onClose}>{begun ? t.close : t.act.cancel}</Button>
          {open > 0 && (
            <DoButton danger={danger} busy={busy} why={why}>
              {begun ? t.bulk.goOn(count(open)) : label}
            </DoButton>
          )}
        </div>
      </form>
    </Dialog>
  )
}

function Outcome({ result, not }: { result: Result | undefined; not: string | null }) {
  if (result?.is === 'done')
    return (
      <>
        <Badge tone="good">{t.bulk.done}</Badge> <span>{result.note}</span>
      </>
    )
  if (result?.is === 'refused')
    return (
      <>
        <Badge tone="bad">{t.bulk.refused}</Badge> <span>{errorText(result.error)}</span>
      </>
    )
  if (not === null) return <span className={css.quiet}>{t.bulk.open}</span>
  return (
    <>
      <Badge tone="warn">{t.bulk.not}</Badge> <span>{not}</span>
    </>
  )
}

function Sum({ results, open }: { results: ReadonlyMap<string, Result>; open: number }) {
  const of = (is: Result['is']) => count([...results.values()].filter((result) => result.is === is).length)
  return t.bulk.sum(of('done'), of('refused'), of('not'), count(open))
}
