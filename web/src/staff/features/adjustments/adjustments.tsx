// A correction of a purse: proposed here with its counter-account and its case, posted once a second person agrees.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { Go } from '../../ui/Go.tsx'
import { Page, Panel } from '../../ui/Page.tsx'
import { accountAsset, accountWords, houseNames } from '../../words/accounts.ts'
import { minorOf, symbols } from '../../words/money.ts'
import { useAdjustmentsProposeMutation, type StaffProposed } from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { AdjustmentLegs } from '../../parts/AdjustmentLegs.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'

const words = () => t.adjustments
/** The purses that the server corrects. */
const purses = ['coin_paid', 'coin_promo', 'diamond', 'gusd', 'gusd_bonus', 'usdt', 'coupon'] as const
/** What the chain holds. */
const custody = 'h:usdt_custody'
/** A payment leaves it whole, for an order or for the reserve. */
const suspense = 'h:usdt_suspense'
/** What a correction says that concerns no closed month, in place of one. */
const noMonth = 'none'
const month = /^\d{4}-(?:0[1-9]|1[0-2])$/
const playerId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

export default function AdjustmentsScreen() {
  const [params] = useSearchParams()
  const [player, setPlayer] = useState(params.get('player') ?? '')
  const [purse, setPurse] = useState<string>('usdt')
  const [amount, setAmount] = useState('')
  const [counter, setCounter] = useState('h:usdt_reserve')
  const [caseId, setCaseId] = useState('')
  const [tx, setTx] = useState('')
  const [concerns, setConcerns] = useState('')
  const [restates, setRestates] = useState('')
  const [asking, setAsking] = useState(false)
  const [proposed, setProposed] = useState<StaffProposed | null>(null)
  const [propose] = useAdjustmentsProposeMutation()
  const asset = accountAsset(purse)
  const delta = minorOf(amount, asset)
  const counters = houseNames.filter((name) => accountAsset(name) === asset && name !== suspense)
  const against = counters.includes(counter) ? counter : (counters[0] ?? '')
  const badAmount = amount !== '' && (delta === null || delta === '0')
  const isOfMonth = concerns === 'month'
  const badMonth = restates !== '' && !month.test(restates.trim())
  const ofChain = against === custody
  const ready =
    (!ofChain || tx.trim() !== '') &&
    (isOfMonth ? month.test(restates.trim()) : concerns === noMonth) &&
    playerId.test(player.trim()) &&
    delta !== null &&
    delta !== '0' &&
    caseId.trim() !== '' &&
    against !== ''
  return (
    <Page title={words().title} sub={words().sub}>
      {proposed && (
        <p role="status" className={css.notice}>
          {words().proposed} <Go to={`/desks/proposals?open=${proposed.proposal}`}>{words().look}</Go>
        </p>
      )}
      <Panel title={words().what}>
        <div className={css.stack}>
          <TextField
            label={words().player}
            hint={words().playerHint}
            value={player}
            onChange={setPlayer}
            mono
            error={player !== '' && !playerId.test(player.trim()) ? words().badPlayer : null}
          />
          <div className={css.fields}>
            <SelectField
              label={words().purse}
              value={purse}
              onChange={setPurse}
              options={purses.map((name) => [name, `${accountWords(name)} (${name})`] as const)}
            />
            <TextField
              label={words().amount(symbols[asset] ?? asset)}
              hint={words().amountHint}
              value={amount}
              onChange={setAmount}
              inputMode="decimal"
              error={badAmount ? words().badAmount : null}
            />
            <SelectField
              label={words().counter}
              value={against}
              onChange={setCounter}
              options={counters.map((name) => [name, `${accountWords(name)} (${name})`] as const)}
            />
            <TextField
              label={words().caseId}
              hint={words().caseHint}
              value={caseId}
              onChange={setCaseId}
              mono
            />
            <SelectField
              label={words().concerns}
              value={concerns}
              onChange={setConcerns}
              options={[
                ['', words().choose],
                [noMonth, words().noMonth],
                ['month', words().aMonth],
              ]}
            />
            {isOfMonth && (
              <TextField
                label={words().restates}
                hint={words().restatesHint}
                value={restates}
                onChange={setRestates}
                mono
                required
                error={badMonth ? words().badMonth : null}
              />
            )}
            {ofChain && (
              <TextField label={words().tx} hint={words().txHint} value={tx} onChange={setTx} mono required />
            )}
          </div>
          {delta !== null && delta !== '0' && (
            <AdjustmentLegs purse={purse} delta={delta} counter={against} />
          )}
          <div className={css.buttons}>
            <Button
              look="main"
              disabled={!ready}
              title={ready ? undefined : words().fill}
              onClick={() => setAsking(true)}
            >
              {words().propose}
            </Button>
          </div>
        </div>
      </Panel>
      {asking && delta !== null && (
        <ActionDialog
          title={words().confirm}
          label={words().propose}
          act={(reason) =>
            propose({
              player: player.trim(),
              purse,
              delta,
              counter: against,
              case_id: caseId.trim(),
              tx: ofChain ? tx.trim() : null,
              restates: isOfMonth ? restates.trim() : noMonth,
              reason,
            })
          }
          onClose={() => setAsking(false)}
          onDone={(result) => {
            setAsking(false)
            setAmount('')
            setCaseId('')
            setTx('')
            setConcerns('')
            setRestates('')
            setProposed(result as StaffProposed)
          }}
        >
          <p>
            <Amount minor={delta} asset={asset} signed /> {words().to} <code>{player.trim()}</code>
            {t.clause}
            {words().against} {accountWords(against)}
            {t.stop}
          </p>
          <p className={css.quiet}>{words().second}</p>
        </ActionDialog>
      )}
    </Page>
  )
}
