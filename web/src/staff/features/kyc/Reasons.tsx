// Why an identity is not approved, in codes that the player's own texts translate.
import { CheckField } from '../../ui/Field.tsx'
import { t } from '../../texts/index.ts'
import { codeWords } from '../../words/codes.ts'
import css from '../../ui/layout.module.css'

const kycReasons = [
  'image_blurred',
  'image_cropped',
  'image_missing',
  'document_expired',
  'document_unreadable',
  'name_mismatch',
  'number_mismatch',
  'underage',
  'duplicate',
  'fraud',
] as const

type Props = { reasons: readonly string[]; onChange: (reasons: readonly string[]) => void }

export function Reasons({ reasons, onChange }: Props) {
  return (
    <fieldset className={css.checks}>
      <legend>{t.kyc.reasons}</legend>
      {kycReasons.map((reason) => (
        <CheckField
          key={reason}
          label={codeWords(reason)}
          checked={reasons.includes(reason)}
          onChange={(on) => onChange(on ? [...reasons, reason] : reasons.filter((other) => other !== reason))}
        />
      ))}
    </fieldset>
  )
}
