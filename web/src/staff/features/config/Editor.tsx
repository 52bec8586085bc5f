// A change of a section, written: as a form or as text, with its differences beside it and the dialog that proposes it.
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Diff } from '../../ui/Diff.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useConfigProposeMutation, type ConfigInfoData, type StaffChange } from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { t } from '../../texts/index.ts'
import { isWhole, put, readDocument, type Document } from './draft.ts'
import { Fields } from './Fields.tsx'
import { labelOf } from '../../words/labels.ts'
import css from '../../ui/layout.module.css'
import own from './config.module.css'

const words = () => t.config

/** What is written, both ways: the text counts while it is the text that is shown. */
function useDraft(body: Document) {
  const [tab, setTab] = useState<'form' | 'text'>('form')
  const [base, setBase] = useState(body)
  const [value, setValue] = useState(body)
  const [text, setText] = useState('')
  const read = tab === 'form' ? value : readDocument(text)
  const show = (to: 'form' | 'text') => {
    if (to === tab || read === null) return
    if (to === 'text') setText(JSON.stringify(value, null, 2))
    else {
      setBase(read)
      setValue(read)
    }
    setTab(to)
  }
  const change: (path: readonly (string | number)[], to: unknown) => void = (path, to) =>
    setValue((before) => put(before, path, to) as Document)
  return {
    tab,
    show,
    text,
    setText,
    value,
    edit: { base, put: change },
    document: read !== null && isWhole(read) ? read : null,
  }
}

type Ends = { onClose: () => void; onDone: (result: StaffChange) => void }
/** The newest approved version: a change is written on its numbers and names it as the one that it replaces. */
type Base = { section: string; version: number; body: Document }

/**
 * A change of the section as it stood when this was opened: an older draft that named a version approved meanwhile
 * would undo it, while the server refuses one that names the version it was written on.
 */
export function Editor({ data, ...ends }: { data: ConfigInfoData } & Ends) {
  const [{ section, newest_body: body }] = useState(data)
  const base = { section: section.section, version: section.newest, body }
  return (
    <div className={css.stack}>
      {section.newest !== section.in_force && (
        <p className={css.warn}>{words().startsFrom(String(section.newest))}</p>
      )}
      <Writing base={base} {...ends} />
    </div>
  )
}

/** The section as a form or as text. */
function Writing({ base, ...ends }: { base: Base } & Ends) {
  const { tab, show, text, setText, value, edit, document } = useDraft(base.body)
  return (
    <div className={css.stack}>
      <Tabs
        label={words().how}
        options={[
          ['form', words().asForm],
          ['text', words().asText],
        ]}
        value={tab}
        onChange={(to) => show(to as 'form' | 'text')}
      />
      {tab === 'form' ? (
        <Fields value={value} path={[]} edit={edit} />
      ) : (
        <div className={own.editor}>
          <TextField
            label={words().document}
            lines={16}
            value={text}
            onChange={setText}
            error={document === null ? words().noJson : null}
          />
        </div>
      )}
      <Proposing base={base} document={document} {...ends} />
    </div>
  )
}

/** From when on, what differs, and the dialog that proposes it. */
function Proposing({ base, document, onClose, onDone }: { base: Base; document: Document | null } & Ends) {
  const [from, setFrom] = useState('')
  const [asking, setAsking] = useState(false)
  const same = document !== null && JSON.stringify(document) === JSON.stringify(base.body)
  const why = document === null ? words().unread : same ? words().same : undefined
  return (
    <>
      {/* Of half a day the page sees nothing, which would mean at once; a form is not submitted with one. */}
      <form
        className={css.stack}
        onSubmit={(event) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        <div className={own.short}>
          <TextField
            label={words().from}
            hint={words().fromHint}
            type="date"
            value={from}
            onChange={setFrom}
            optional
          />
        </div>
        {document !== null && <Diff before={base.body} after={document} />}
        <div className={css.buttons}>
          <Button onClick={onClose}>{t.act.cancel}</Button>
          <Button type="submit" look="main" disabled={why !== undefined} title={why}>
            {words().propose}
          </Button>
        </div>
      </form>
      {asking && document !== null && (
        <Confirm
          base={base}
          document={document}
          from={from}
          onClose={() => setAsking(false)}
          onDone={onDone}
        />
      )}
    </>
  )
}

function Confirm({
  base: { section, version, body },
  document,
  from,
  onClose,
  onDone,
}: { base: Base; document: Document; from: string } & Ends) {
  const [propose] = useConfigProposeMutation()
  return (
    <ActionDialog
      wide
      title={words().confirm(labelOf(section))}
      label={words().propose}
      act={(reason) =>
        propose({
          section,
          body: document,
          effective_ms: from === '' ? null : Date.parse(`${from}T00:00:00Z`),
          replaces: version,
          reason,
        })
      }
      onClose={onClose}
      onDone={(result) => onDone(result as StaffChange)}
    >
      <Diff before={body} after={document} />
      <p>{words().holdsOn(from)}</p>
      <p className={css.quiet}>{words().second}</p>
    </ActionDialog>
  )
}
