// One dive in the list: what it cost and brought, and on demand every line of it.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { WalletLine } from '../../api/endpoints.gen.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Line } from '../../ui/Lines.tsx'
import { castsOf, newestOf, sumsOf, type DiveLines } from './entries.ts'
import { HistoryLine } from './HistoryLine.tsx'
import css from './History.module.css'

/** Closed at first. */
export function DiveEntry({ entry, onAsk }: { entry: DiveLines; onAsk: (line: WalletLine) => void }) {
  const { t } = useTranslation('wallet')
  const { t: common } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Line
        icon="anchor"
        at={newestOf(entry)?.at ?? 0}
        title={t('dive.title')}
        note={
          <>
            · {t('dive.casts', { count: castsOf(entry) })} <Icon name={open ? 'up' : 'down'} />
          </>
        }
        amount={
          <span className={css.sums}>
            {sumsOf(entry).map(({ asset, delta }) => (
              <Amount key={asset} asset={asset} value={delta} label={common(`asset.${asset}`)} signed toned />
            ))}
          </span>
        }
        expanded={open}
        onOpen={() => setOpen(!open)}
      />
      {open && entry.lines.map((line) => <HistoryLine key={line.id} line={line} onAsk={() => onAsk(line)} />)}
    </>
  )
}
