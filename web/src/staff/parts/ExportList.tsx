// Takes a list out as a file, at once or again and again: all its pages with the filters of its screen, and a reason.
import { useState } from 'react'
import {
  useExportsScheduleMutation,
  useExportsTableMutation,
  type ExportsTableBody,
} from '../api/endpoints.gen.ts'
import { useCan, useWritable } from '../api/store.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SelectField, TextField } from '../ui/Field.tsx'
import { useGo } from '../ui/Go.tsx'
import { errorText } from '../ui/states.tsx'
import { t } from '../texts/index.ts'
import { filtersText, listWords } from '../words/exports.ts'
import { DoButton, isReason, ReasonField } from './ActionDialog.tsx'
import css from '../ui/layout.module.css'

type Props = {
  /** The list's call, such as `withdrawals/list`. */
  list: string
  /** The body of that call without a page; null while its filters ask for nothing. */
  body?: object | null
}

const words = () => t.exportList

/** The button of a list's screen; nothing for who may not take lists out. */
export function ExportList({ list, body = {} }: Props) {
  const [open, setOpen] = useState(false)
  if (!useCan('exports.table')) return null
  return (
    <>
      <Button disabled={body === null} onClick={() => setOpen(true)}>
        {words().export}
      </Button>
      {open && body !== null && <Ask list={list} filters={setOf(body)} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What is set of a body. */
function setOf(body: object): ExportsTableBody['body'] {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined))
}

type Asked = { list: string; filters: ExportsTableBody['body']; onClose: () => void }

function Ask({ list, filters, onClose }: Asked) {
  const go = useGo()
  const [format, setFormat] = useState('xlsx')
  const [when, setWhen] = useState('now')
  const [hour, setHour] = useState('6')
  const [days, setDays] = useState('30')
  const [reason, setReason] = useState('')
  const [table, { isLoading, error }] = useExportsTableMutation()
  const [schedule, { isLoading: isSetUp, error: not }] = useExportsScheduleMutation()
  const [plans, writable] = [useCan('exports.schedule'), useWritable()]
  const why = isReason(reason) ? null : t.act.needsReason
  const run = async () => {
    if (why !== null) return
    const asked = { list, body: filters, format, reason: reason.trim() }
    if (when === 'now') {
      const answer = await table(asked)
      if (answer.data) go(`/exports?job=${answer.data.id}`)
      return
    }
    const planned = { ...asked, every: when, hour: Number(hour), kept_days: Number(days) }
    const answer = await schedule(planned)
    if (answer.data) go('/exports')
  }
  const fault = when === 'now' ? error : not
  return (
    <Dialog title={words().title(listWords(list))} onClose={onClose}>
      <form
        className={css.stack}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <p className={css.quiet}>{words().filters(filtersText(filters))}</p>
        <SelectField label={t.exports.format} value={format} onChange={setFormat} options={words().formats} />
        {plans && writable && (
          <SelectField label={words().when} value={when} onChange={setWhen} options={words().times} />
        )}
        {when !== 'now' && (
          <>
            <TextField label={words().hour} type="number" value={hour} onChange={setHour} required />
            <TextField label={words().kept} type="number" value={days} onChange={setDays} required />
            <p className={css.quiet}>{words().whenText}</p>
          </>
        )}
        <ReasonField hint={t.act.reasonHint} value={reason} onChange={setReason} />
        {fault !== undefined && (
          <p role="alert" className={css.fault}>
            {errorText(fault)}
          </p>
        )}
        <div className={css.buttons}>
          <Button onClick={onClose}>{t.act.cancel}</Button>
          <DoButton danger={false} busy={isLoading || isSetUp} why={why}>
            {when === 'now' ? words().export : words().plan}
          </DoButton>
        </div>
      </form>
    </Dialog>
  )
}
