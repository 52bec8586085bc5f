// A new case: what it is about, in a few words that are kept for ever.
import { useState } from 'react'
import { useCasesOpenMutation, type CasesDone } from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { t } from '../../texts/index.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'

const words = () => t.cases

type Props = {
  /** What is known already, on the way from another screen. */
  known: { kind: string | undefined; about: string | undefined }
  onClose: () => void
  onDone: (number: string) => void
}

export function OpenCase({ known, onClose, onDone }: Props) {
  const [kind, setKind] = useState(known.kind ?? '')
  const [about, setAbout] = useState(known.about ?? '')
  const [open] = useCasesOpenMutation()
  return (
    <ActionDialog
      title={words().open}
      label={words().open}
      says={{ label: words().titleOf, hint: words().titleHint, lines: 2 }}
      missing={kind !== '' && about.trim() === '' ? words().needsAbout : null}
      act={(title) => open({ title, kind: kind || null, about: kind === '' ? null : about.trim() })}
      onClose={onClose}
      onDone={(result) => onDone((result as CasesDone).case)}
    >
      <SelectField
        label={words().kind}
        value={kind}
        onChange={setKind}
        options={[['', words().noKind], ...Object.entries(words().kinds)]}
      />
      {kind !== '' && (
        <TextField label={words().which[kind] ?? ''} value={about} onChange={setAbout} mono required />
      )}
    </ActionDialog>
  )
}
