// What two people undo, with the case that explains it: the dialog in which one of them proposes it, and where it went.
import { useState, type ReactNode } from 'react'
import type { StaffProposed } from '../api/endpoints.gen.ts'
import { t } from '../texts/index.ts'
import { TextField } from '../ui/Field.tsx'
import { Go } from '../ui/Go.tsx'
import css from '../ui/layout.module.css'
import { ActionDialog, type Outcome } from './ActionDialog.tsx'

type Props = {
  title: string
  /** What is still wrong with what was written beside the case. */
  missing?: string | null
  act: (why: { case_id: string; reason: string }) => Promise<Outcome>
  onDone: (proposed: StaffProposed) => void
  onClose: () => void
  children: ReactNode
}

/** Asks for the case and the reason, then proposes it. */
export function UndoDialog({ title, missing = null, act, onDone, onClose, children }: Props) {
  const [caseId, setCaseId] = useState('')
  const named = caseId.trim()
  return (
    <ActionDialog
      title={title}
      label={t.adjustments.propose}
      danger
      missing={missing ?? (named === '' ? t.undo.needsCase : null)}
      act={(reason) => act({ case_id: named, reason })}
      onClose={onClose}
      onDone={(data) => onDone(data as StaffProposed)}
    >
      {children}
      <p className={css.quiet}>{t.undo.second}</p>
      <TextField
        label={t.undo.caseId}
        hint={t.adjustments.caseHint}
        value={caseId}
        onChange={setCaseId}
        required
      />
    </ActionDialog>
  )
}

/** What is asked about, the ends of its dialog, and where what was proposed waits. */
export function useUndo<Of>() {
  const [asking, ask] = useState<Of | null>(null)
  const [made, setMade] = useState<StaffProposed | null>(null)
  const ends = {
    onClose: () => ask(null),
    onDone: (proposed: StaffProposed) => {
      ask(null)
      setMade(proposed)
    },
  }
  const note = made && (
    <p role="status">
      {t.undo.proposed} <Go to={`/desks/proposals?open=${made.proposal}`}>{t.undo.look}</Go>
    </p>
  )
  return { asking, ask, ends, note }
}
