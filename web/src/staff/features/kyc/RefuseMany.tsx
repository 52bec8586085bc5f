// Checks that are refused together, for what the list shows of them. A yes is said to one check, by who looked at it.
import { useState } from 'react'
import { useKycDecideMutation, type StaffCheck } from '../../api/endpoints.gen.ts'
import { BulkDialog, type Shown } from '../../parts/BulkDialog.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { t } from '../../texts/index.ts'
import { Reasons } from './Reasons.tsx'

const words = () => t.kyc
const verdicts = ['retry', 'reject'] as const

export function RefuseMany({ rows: chosen, onClose }: { rows: readonly StaffCheck[]; onClose: () => void }) {
  // What is decided leaves the list behind the dialog, and stays here.
  const [rows] = useState(chosen)
  const [verdict, setVerdict] = useState<(typeof verdicts)[number]>('retry')
  const [reasons, setReasons] = useState<readonly string[]>([])
  const [decide] = useKycDecideMutation()
  const items = rows.map(({ player, submission, country, submitted_ms, duplicates }): Shown => ({
    key: submission,
    cells: [
      <Id key="player" value={player} />,
      <Moment key="when" ms={submitted_ms} />,
      country,
      duplicates.length > 0 ? words().others(String(duplicates.length)) : words().noOthers,
    ],
    act: (reason) => decide({ player, submission, verdict, reasons: [...reasons], expires_on: null, reason }),
  }))
  return (
    <BulkDialog
      title={words().decideMany}
      label={words().verdicts[verdict]}
      danger
      missing={reasons.length === 0 ? words().needsReason : null}
      head={[words().player, words().when, words().country, words().duplicates].map((title) => ({ title }))}
      items={items}
      onClose={onClose}
    >
      <p>{words().decideManyText}</p>
      <SelectField
        label={words().verdict}
        value={verdict}
        onChange={(value) => setVerdict(value === 'reject' ? value : 'retry')}
        options={verdicts.map((each) => [each, words().verdicts[each]] as const)}
      />
      <Reasons reasons={reasons} onChange={setReasons} />
    </BulkDialog>
  )
}
