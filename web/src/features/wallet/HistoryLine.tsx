// One movement: in or out, why, when, how much, and what was left.
import { useTranslation } from 'react-i18next'
import type { WalletLine } from '../../api/endpoints.gen.ts'
import { formatHour } from '../../i18n/time.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { decimals, formatAmount, type AssetName } from '../../ui/money.ts'
import { reasonIcon, reasonText } from './reason.ts'
import css from './History.module.css'

/** The wire's asset name, when it is one that has decimals here. */
export function assetOf(line: WalletLine): AssetName {
  return line.asset in decimals ? (line.asset as AssetName) : 'coin'
}

/** A line of the history; the whole line is the button. */
export function HistoryLine({ line, onAsk }: { line: WalletLine; onAsk: () => void }) {
  const { t } = useTranslation('wallet')
  const { t: common } = useTranslation()
  const asset = assetOf(line)
  const out = line.delta.startsWith('-')
  return (
    <li>
      <button type="button" className={css.line} onClick={onAsk}>
        <span className={`${css.mark} ${out ? '' : css.in}`}><Icon name={reasonIcon(line.reason, out)} /></span>
        <span className={css.words}>
          <span className={css.reason}>{reasonText(line.reason)}</span>
          <span className={css.small}>{formatHour(line.at)}</span>
        </span>
        <span className={css.sums}>
          <Amount asset={asset} value={line.delta} label={common(`asset.${asset}`)} signed toned />
          <span className={css.small}>{t('after', { amount: formatAmount(line.after, asset) })}</span>
        </span>
      </button>
    </li>
  )
}
