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

/** From the first field to the proposal. */
export function Editor({
  data,
  onClose,
  onDone,
}: {
  data: ConfigInfoData
  onClose: () => void
  onDone: (result: StaffChange) => void
}) {
  const { tab, show, text, setText, value, edit, document } = useDraft(data.body)
  const [from, setFrom] = useState('')
  const [asking, setAsking] = useState(false)
  const [propose] = useConfigProposeMutation()
  const fromMs = from === '' ? null : Date.parse(`${from}T00:00:00Z`)
  const same = document !== null && JSON.stringify(document) === JSON.stringify(data.body)
  const why = document === null ? words().unread : same ? words().same : undefined
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
      {document !== null && <Diff before={data.body} after={document} />}
      <div className={css.buttons}>
        <Button onClick={onClose}>{t.act.cancel}</Button>
        <Button look="main" disabled={why !== undefined} title={why} onClick={() => setAsking(true)}>
          {words().propose}
        </Button>
      </div>
      {asking && document !== null && (
        <ActionDialog
          wide
          title={words().confirm(labelOf(data.section.section))}
          label={words().propose}
          act={(reason) =>
            propose({
              section: data.section.section,
              body: document,
              effective_ms: fromMs,
              replaces: data.section.newest,
              reason,
            })
          }
          onClose={() => setAsking(false)}
          onDone={(result) => onDone(result as StaffChange)}
        >
          <Diff before={data.body} after={document} />
          <p className={css.quiet}>{words().second}</p>
        </ActionDialog>
      )}
    </div>
  )
}
