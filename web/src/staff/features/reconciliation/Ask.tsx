// What is compared: what our rails saw within a period, or a statement that somebody sent. A file that is too large is
// refused before it is sent.
import { useState, type FormEvent } from 'react'
import { useReconciliationRunMutation } from '../../api/endpoints.gen.ts'
import { statementBytesMax, useReconciliationUploadMutation } from '../../api/statements.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Frame, TextField } from '../../ui/Field.tsx'
import { useFilters } from '../../ui/Filters.tsx'
import { errorText } from '../../ui/states.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { size } from '../../words/size.ts'
import { utcDay } from '../../words/time.ts'
import css from '../../ui/layout.module.css'

const words = () => t.reconciliation
const weekMs = 7 * 86_400_000

export function Ask({ onStarted }: { onStarted: (job: string) => void }) {
  const [source, setSource] = useState('chain')
  // A day that another screen leads here with.
  const [asked] = useFilters(['from', 'to'])
  const [from, setFrom] = useState(() => asked.from ?? utcDay(Date.now() - weekMs))
  const [to, setTo] = useState(() => asked.to ?? utcDay(Date.now()))
  const [window, setWindow] = useState('24')
  const [file, setFile] = useState<File | null>(null)
  const [run, running] = useReconciliationRunMutation()
  const [send, sending] = useReconciliationUploadMutation()
  const isFile = source === 'file'
  const isTooLarge = file !== null && file.size > statementBytesMax
  const { error } = isFile ? sending : running
  const start = async (event: FormEvent) => {
    event.preventDefault()
    // A number may be typed as 1e2: both ways send its digits.
    const hours = Number(window)
    const answer =
      isFile && file !== null
        ? await send({ file, window: String(hours) })
        : await run({ from, to, window: hours })
    if (answer.data) onStarted(answer.data.id)
  }
  return (
    <form className={css.stack} onSubmit={(event) => void start(event)}>
      <Tabs label={words().source} options={words().sources} value={source} onChange={setSource} />
      <div className={css.row}>
        {isFile ? (
          <Frame label={words().file} error={isTooLarge ? words().tooLarge(size(file.size)) : null}>
            {(control) => (
              <input
                {...control}
                type="file"
                accept=".csv,.xml,text/csv,application/xml,text/xml"
                onChange={({ target }) => setFile(target.files?.[0] ?? null)}
              />
            )}
          </Frame>
        ) : (
          <>
            <TextField label={words().from} type="date" value={from} onChange={setFrom} required />
            <TextField label={words().to} type="date" value={to} onChange={setTo} required />
          </>
        )}
        <TextField
          label={words().window}
          type="number"
          inputMode="numeric"
          value={window}
          onChange={setWindow}
          required
        />
        <Button
          type="submit"
          look="main"
          busy={running.isLoading || sending.isLoading}
          disabled={isFile && (file === null || isTooLarge)}
          title={isFile && file === null ? words().noFile : undefined}
        >
          {words().compare}
        </Button>
      </div>
      {isFile && <p className={css.quiet}>{words().fileHint}</p>}
      {error && (
        <p role="alert" className={css.fault}>
          {errorText(error)}
        </p>
      )}
    </form>
  )
}
