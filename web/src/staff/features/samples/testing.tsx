// The result of one line of a sample: what the evidence says, and where it is.
import { useState } from 'react'
import { useSamplesTestMutation, type SampleItem, type StaffSample } from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { minorOf } from '../../words/money.ts'

const words = () => t.unitSamples
const outcomes = ['agreed', 'difference', 'unsupported'] as const

type Props = { sample: StaffSample; item: SampleItem; onClose: () => void; onDone: () => void }

export function Testing({ sample, item, ...rest }: Props) {
  const [outcome, setOutcome] = useState(item.outcome ?? 'agreed')
  const [by, setBy] = useState('')
  const [test] = useSamplesTestMutation()
  const isLess = by.trim().startsWith('-')
  const units = minorOf(isLess ? by.trim().slice(1) : by.trim(), sample.asset)
  const minor = units !== null && isLess ? `-${units}` : units
  const isMissing = outcome === 'difference' && (minor === null || units === '0')
  return (
    <ActionDialog
      title={words().enter(String(item.item + 1))}
      label={words().save}
      missing={isMissing ? words().badAmount : null}
      says={{ label: words().note, hint: words().noteHint, lines: 2 }}
      act={(note) =>
        test({
          sample: sample.sample,
          item: item.item,
          outcome,
          note,
          ...(outcome === 'difference' ? { minor } : {}),
        })
      }
      {...rest}
    >
      <p>
        {words().recorded} <Amount minor={item.amount} asset={sample.asset} signed />
      </p>
      <SelectField
        label={words().result}
        options={outcomes.map((key) => [key, words().outcomes[key] ?? key] as const)}
        value={outcome}
        onChange={setOutcome}
      />
      {outcome === 'difference' && (
        <TextField label={words().by_} hint={words().byHint} value={by} onChange={setBy} mono required />
      )}
    </ActionDialog>
  )
}
