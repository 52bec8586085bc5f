// What can be done with the rows that are chosen; nothing is drawn while none is.
import { Button } from '../ui/Button.tsx'
import type { Chosen } from '../ui/useChosen.tsx'
import { t } from '../texts/index.ts'
import { count } from '../words/money.ts'
import css from '../ui/layout.module.css'

type Act = { label: string; danger?: boolean; onPress: () => void }

export function BulkBar<Row>({ chosen, acts }: { chosen: Chosen<Row>; acts: readonly Act[] }) {
  if (chosen.rows.length === 0) return null
  return (
    <div className={css.bulk} role="toolbar" aria-label={t.bulk.label}>
      <span role="status">{t.bulk.chosen(count(chosen.rows.length))}</span>
      {acts.map(({ label, danger = false, onPress }) => (
        <Button key={label} look={danger ? 'danger' : 'main'} onClick={onPress}>
          {label}
        </Button>
      ))}
      <Button look="quiet" onClick={chosen.clear}>
        {t.bulk.clear}
      </Button>
    </div>
  )
}
