// Money of the house that gets another purpose: proposed here, booked once a second person agrees.
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useState } from 'react'
import { useCan } from '../../api/store.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { Go } from '../../ui/Go.tsx'
import { Facts, Page, Panel } from '../../ui/Page.tsx'
import { accountWords } from '../../words/accounts.ts'
import { minorOf, symbols } from '../../words/money.ts'
import {
  useBooksTrialQuery,
  useTreasuryProposeMutation,
  type StaffProposed,
} from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { t } from '../../texts/index.ts'
import { ClosedStakes } from './ClosedStakes.tsx'
import css from '../../ui/layout.module.css'

const words = () => t.treasury
const asset = 'usdt'
/** Where payments stand that nobody owns so far. */
const suspense = 'h:usdt_suspense'
/** What the money can be dedicated to, and the account that it comes out of. */
const purposes = { reserve: 'h:usdt_custody', promo_budget: 'h:usdt_reserve' } as const
type Purpose = keyof typeof purposes

export default function TreasuryScreen() {
  const [to, setTo] = useState<Purpose>('reserve')
  const [amount, setAmount] = useState('')
  const [payment, setPayment] = useState('')
  const [asking, setAsking] = useState(false)
  const [proposed, setProposed] = useState<StaffProposed | null>(null)
  const [propose] = useTreasuryProposeMutation()
  const minor = minorOf(amount, asset)
  const ready = minor !== null && BigInt(minor) > 0n
  const tx = to === 'reserve' ? payment.trim() : ''
  return (
    <Page title={words().title} sub={words().sub}>
      {proposed && (
        <p role="status" className={css.notice}>
          {words().proposed} <Go to={`/desks/proposals?open=${proposed.proposal}`}>{words().look}</Go>
        </p>
      )}
      <Held />
      <ClosedStakes />
      <Panel title={words().what}>
        <div className={css.stack}>
          <div className={css.fields}>
            <SelectField
              label={words().purpose}
              value={to}
              onChange={(value) => setTo(value as Purpose)}
              options={(['reserve', 'promo_budget'] as const).map(
                (each) => [each, words().purposes[each]] as const,
              )}
            />
            <TextField
              label={words().amount(symbols[asset] ?? asset)}
              value={amount}
              onChange={setAmount}
              inputMode="decimal"
              error={amount !== '' && !ready ? words().badAmount : null}
            />
            {to === 'reserve' && (
              <TextField
                label={words().tx}
                value={payment}
                onChange={setPayment}
                hint={words().txHint}
                mono
              />
            )}
          </div>
          <p className={css.quiet}>{words().texts[to]}</p>
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
      {asking && minor !== null && (
        <ActionDialog
          title={words().confirm}
          label={words().propose}
          act={(reason) => propose({ to, amount: minor, reason, ...(tx === '' ? {} : { tx }) })}
          onClose={() => setAsking(false)}
          onDone={(result) => {
            setAsking(false)
            setAmount('')
            setPayment('')
            setProposed(result as StaffProposed)
          }}
        >
          <p>
            <Amount minor={minor} asset={asset} />
            {t.colon}
            {accountWords(tx === '' ? purposes[to] : suspense)} → {accountWords(`h:usdt_${to}`)}
            {t.stop}
          </p>
          <p className={css.quiet}>{words().second}</p>
        </ActionDialog>
      )}
    </Page>
  )
}

/** What lies on the accounts that this moves money between, for whoever may read the books. */
function Held() {
  const sees = useCan('books.trial')
  const { currentData: data } = useFresh(useBooksTrialQuery(sees ? {} : skipToken))
  const [custody, ...others] = [purposes.reserve, suspense, 'h:usdt_reserve', 'h:usdt_promo_budget']
  if (!data) return null
  const closing = (account: string) => data.list.find((row) => row.account === account)?.closing ?? '0'
  return (
    <Panel title={words().held} aside={<AsOf at={data.at} />}>
      <Facts
        end
        facts={[
          // Custody is owed by the chain: its balance is the opposite.
          [
            accountWords(custody),
            <Amount key="c" minor={(-BigInt(closing(custody))).toString()} asset={asset} />,
          ],
          ...others.map(
            (account) =>
              [
                accountWords(account),
                <Amount key={account} minor={closing(account)} asset={asset} />,
              ] as const,
          ),
        ]}
      />
    </Panel>
  )
}
