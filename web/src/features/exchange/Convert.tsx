// One conversion: what is given, what it brings, a confirmation. Money waits for the server.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useExchangeDoMutation, useExchangeInfoQuery } from './api.ts'
import type { ExchangeOffer, ExchangePair } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { useAssets } from '../../state/hooks.ts'
import { Amount } from '../../ui/Amount.tsx'
import { AmountField } from '../../ui/AmountField.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { MainButton } from '../../ui/MainButton.tsx'
import { formatAmount } from '../../shared/money.ts'
import { Card, Row, Rows } from '../../ui/Page.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { faultOf, gotFor, mostOf, places, sides } from './pairs.ts'
import css from './Convert.module.css'

/** The card of one pair. */
export function Convert({ pair }: { pair: ExchangePair }) {
  const query = useExchangeInfoQuery()
  return (
    <QueryState query={query} heights={[7]}>
      {(data) => {
        const terms = data.pairs.find((each) => each.pair === pair)
        return terms ? <Form key={pair} terms={terms} /> : null
      }}
    </QueryState>
  )
}

function Form({ terms }: { terms: ExchangeOffer }) {
  const { t } = useTranslation('exchange')
  const { from, to } = sides[terms.pair]
  const balance = useAssets()?.[from] ?? '0'
  const [amount, setAmount] = useState('')
  const [asking, setAsking] = useState(false)
  const fault = faultOf(terms, amount, balance)
  const amounts = { min: formatAmount(terms.min, from), left: formatAmount(terms.left_today, from) }
  return (
    <Card className={css.card}>
      <h2>{t(`${terms.pair}.title`)}</h2>
      <AmountField
        label={t('give')}
        asset={from}
        places={places[terms.pair]}
        value={amount}
        onChange={setAmount}
        balance={balance}
        max={mostOf(terms, balance)}
        hint={t(`${terms.pair}.hint`, amounts)}
        fault={fault === null ? undefined : t(`fault.${fault}`, amounts)}
      />
      <div className={css.arrow}>
        <Icon name="down" />
        <span>{t(`${terms.pair}.rate`)}</span>
      </div>
      <div className={css.got} aria-live="polite">
        <span>{t('get')}</span>
        <Amount asset={to} value={gotFor(terms.pair, amount || '0')} />
      </div>
      <MainButton disabled={amount === '' || fault !== null} onPress={() => setAsking(true)}>
        {t('do')}
      </MainButton>
      <Confirm
        terms={terms}
        amount={asking ? amount : null}
        onClose={() => setAsking(false)}
        onDone={() => {
          setAsking(false)
          setAmount('')
        }}
      />
    </Card>
  )
}

type ConfirmProps = { terms: ExchangeOffer; amount: string | null; onClose: () => void; onDone: () => void }

/** Open while there is an amount. */
function Confirm({ terms, amount, onClose, onDone }: ConfirmProps) {
  const { t } = useTranslation('exchange')
  const { from, to } = sides[terms.pair]
  const [exchange, { isLoading }] = useExchangeDoMutation()
  const confirm = async () => {
    if (amount === null) return
    const result = await exchange({ pair: terms.pair, amount })
    if (result.error) {
      haptic('error')
      toastError(result.error)
      return
    }
    haptic('success')
    toast(
      t('done', {
        paid: formatAmount(result.data.paid, from),
        from: t(`asset.${from}`),
        got: formatAmount(result.data.got, to),
        to: t(`asset.${to}`),
      }),
      'good',
    )
    onDone()
  }
  return (
    <Sheet
      open={amount !== null}
      title={t('confirm.title')}
      onClose={onClose}
      footer={
        <MainButton busy={isLoading} onPress={() => void confirm()}>
          {t('confirm.do')}
        </MainButton>
      }
    >
      {amount !== null && (
        <>
          <Rows>
            <Row label={t('give')}>
              <Amount asset={from} value={amount} />
            </Row>
            <Row label={t('get')}>
              <Amount asset={to} value={gotFor(terms.pair, amount)} />
            </Row>
            <Row label={t('rate')}>{t(`${terms.pair}.rate`)}</Row>
            <Row label={t('fee')}>{t('noFee')}</Row>
          </Rows>
          <p className={css.final}>{t(`${terms.pair}.final`)}</p>
        </>
      )}
    </Sheet>
  )
}
