// The two legs of a correction, before anybody posts them.
import { Amount } from '../../ui/Amount.tsx'
import { accountAsset, accountWords } from '../../words/accounts.ts'
import { d } from '../texts.ts'
import css from '../desk.module.css'

/** `delta` in minor units goes to the player's purse, and its opposite to the house's account. */
export function Legs({ purse, delta, counter }: { purse: string; delta: string; counter: string }) {
  const asset = accountAsset(purse)
  return (
    <ul className={css.legs} aria-label={d.adjustments.legs}>
      <li>
        <span>
          {accountWords(purse)}, {d.adjustments.thePlayer}
        </span>
        <Amount minor={delta} asset={asset} signed />
      </li>
      <li>
        <span>
          {accountWords(counter)}, {d.adjustments.theHouse}
        </span>
        <Amount minor={(-BigInt(delta)).toString()} asset={asset} signed />
      </li>
    </ul>
  )
}
