// One movement: in or out, why, when, how much, and what was left.
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { WalletLine } from '../../api/endpoints.gen.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Line } from '../../ui/Lines.tsx'
import { formatAmount, isHeld } from '../../shared/money.ts'
import { assetOf } from './entries.ts'
import { reasonIcon, reasonText } from './reason.ts'

/** A line of the history; the whole line is the button. */
export function HistoryLine({ line, onAsk }: { line: WalletLine; onAsk: () => void }) {
  const { t } = useTranslation('wallet')
  const { t: common } = useTranslation()
  const asset = assetOf(line)
  const out = line.delta.startsWith('-')
  return (
    <Line
      icon={reasonIcon(line.reason, out)}
      at={line.at}
      tone={out || isHeld(asset) ? 'plain' : 'in'}
      title={reasonText(line.reason)}
      amount={<Amount asset={asset} value={line.delta} label={common(`asset.${asset}`)} signed toned />}
      below={
        isHeld(asset)
          ? `${common(`asset.${asset}`)} ${formatAmount(line.after, asset)}`
          : t('after', { amount: formatAmount(line.after, asset) })
      }
      onOpen={onAsk}
    />
  )
}
