// The two legs of a correction, before anybody posts them.
import { Amount } from '../ui/Amount.tsx'
import { accountAsset, accountWords } from '../words/accounts.ts'
import { t } from '../texts/index.ts'
import own from './adjustmentLegs.module.css'

/** `delta` in minor units goes to the player's purse, and its opposite to the house's account. */
export function AdjustmentLegs({ purse, delta, counter }: { purse: string; delta: string; counter: string }) {
  const asset = accountAsset(purse)
  return (
    <ul className={own.legs} aria-label={t.adjustments.legs}>
      <li>
        <span>
          {accountWords(purse)}
          {t.clause}
          {t.adjustments.thePlayer}
        </span>
        <Amount minor={delta} asset={asset} signed />
      </li>
      <li>
        <span>
          {accountWords(counter)}
          {t.clause}
          {t.adjustments.theHouse}
        </span>
        <Amount minor={(-BigInt(delta)).toString()} asset={asset} signed />
      </li>
    </ul>
  )
}
