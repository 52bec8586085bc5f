// Proposals that are rejected together. A yes is said to one, with all of it on the screen.
import { useState } from 'react'
import { useProposalsRejectMutation, type StaffProposal } from '../../api/endpoints.gen.ts'
import { BulkDialog, type Shown } from '../../parts/BulkDialog.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { t } from '../../texts/index.ts'
import { kindWords } from './kinds.ts'

const words = () => t.proposals

export function RejectMany({
  rows: chosen,
  onClose,
}: {
  rows: readonly StaffProposal[]
  onClose: () => void
}) {
  // What is decided leaves the list behind the dialog, and stays here.
  const [rows] = useState(chosen)
  const [reject] = useProposalsRejectMutation()
  const items = rows.map(({ proposal, kind, maker, amount = null, asset = null, state }): Shown => ({
    key: proposal,
    cells: [
      kindWords(kind),
      maker,
      amount !== null && asset !== null ? <Amount key="amount" minor={amount} asset={asset} signed /> : '–',
    ],
    not: state === 'waiting' ? null : words().decidedAlready,
    act: (reason) => reject({ proposal, reason }),
  }))
  return (
    <BulkDialog
      title={words().rejectMany}
      label={words().reject}
      danger
      head={[{ title: words().kind }, { title: words().maker }, { title: t.word.amount, end: true }]}
      items={items}
      onClose={onClose}
    >
      <p>{words().rejectText}</p>
    </BulkDialog>
  )
}
