// How much: checked while it is typed, confirmed once more with fee and address, then sent. What was typed stays
// when the player leaves to look something up (domain §10.2).
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useNavigate } from 'react-router'
import type { WithdrawChannel, WithdrawInfoData } from '../../api/endpoints.gen.ts'
import { serverNow } from '../../api/clock.ts'
import { formatTime } from '../../i18n/time.ts'
import { confirmClosing } from '../../platform/messenger.ts'
import { useAssets, usePageValue } from '../../state/hooks.ts'
import type { Json } from '../../state/pages.ts'
import { useEverySecond } from '../../state/useEverySecond.ts'
import { Amount } from '../../ui/Amount.tsx'
import { AmountField } from '../../ui/AmountField.tsx'
import { MainButton } from '../../ui/MainButton.tsx'
import { formatAmount } from '../../shared/money.ts'
import { Card, Row, Rows } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { Empty } from '../../ui/states.tsx'
import { shortAddress } from './address.ts'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import { useInfo } from './useInfo.ts'
import { faultOf, partOf, termsOf, type AmountFault, type Terms } from './terms.ts'
import css from './Withdraw.module.css'

const isText = (value: Json): value is string => typeof value === 'string'
const parts = [25, 50, 100] as const

/** The form of one channel. */
export function WithdrawForm({ channelKey }: { channelKey: string }) {
  const { t } = useTranslation('withdraw')
  const { query, usedUp } = useInfo()
  return (
    <QueryState query={query} heights={[3.4, 2.4, 1.1]}>
      {(data) => {
        const channel = data.channels.find(({ key }) => key === channelKey)
        if (!channel)
          return <Empty icon="wallet" title={t('form.noChannel')} text={t('form.noChannelText')} />
        return <Form key={channel.key} info={addressedTo(channel, data)} channel={channel} usedUp={usedUp} />
      }}
    </QueryState>
  )
}

/** A day without a withdrawal left refuses every amount, so that is said before one is typed. */
type Fault = AmountFault | '6004'

/** What is known, without an address of another network. */
const addressedTo = ({ key }: WithdrawChannel, info: WithdrawInfoData): WithdrawInfoData =>
  info.channel === key ? info : { ...info, address: null, comment: null, usable_at: null }

type FormProps = { info: WithdrawInfoData; channel: WithdrawChannel; usedUp: boolean }

function Form({ info, channel, usedUp }: FormProps) {
  const { t } = useTranslation('withdraw')
  const navigate = useNavigate()
  const balance = useAssets()?.usdt ?? '0'
  const [amount, setAmount] = usePageValue('withdraw', `amount ${channel.key}`, '', isText)
  const [confirming, setConfirming] = useState(false)
  const wrong = amount === '' ? null : faultOf(amount, channel, info.limit_left, balance)
  const fault: Fault | null = usedUp ? '6004' : wrong
  const terms = termsOf(amount || '0', channel)
  const fits = amount !== '' && fault === null
  // The button opens by itself when the address has rested.
  useEverySecond()
  const resting = info.usable_at !== null && info.usable_at > serverNow()
  const ready = fits && !resting
  useEffect(() => confirmClosing(amount !== ''), [amount])
  const done = (id: string) => {
    setConfirming(false)
    setAmount('')
    void navigate(`/withdraw/detail/${id}`, { replace: true })
  }

  const goOn = () => {
    if (info.address === null) void navigate('/withdraw/index')
    else if (ready) setConfirming(true)
  }

  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        goOn()
      }}
    >
      <Card className={css.card}>
        <AmountField
          label={t('form.amount')}
          asset="usdt"
          value={amount}
          balance={balance}
          hint={t('form.least', { min: formatAmount(channel.min, 'usdt') })}
          fault={useFaultText(fault, channel)}
          onChange={setAmount}
        />
        <Parts onChoose={(part) => setAmount(partOf(part, info.limit_left, balance))} />
      </Card>
      <Cost terms={fits ? terms : null} address={info.address} network={channel.network} />
      {resting && <p className={css.note}>{t('address.wait', { time: formatTime(info.usable_at ?? 0) })}</p>}
      <MainButton submits icon="wallet" disabled={!ready && info.address !== null} onPress={goOn}>
        {info.address === null ? t('address.set') : t('form.next')}
      </MainButton>
      <ConfirmSheet
        open={confirming}
        amount={amount}
        terms={terms}
        channel={channel}
        info={info}
        onClose={() => setConfirming(false)}
        onDone={done}
      />
    </form>
  )
}

/** Shares of what may go now. */
function Parts({ onChoose }: { onChoose: (part: (typeof parts)[number]) => void }) {
  const { t } = useTranslation('withdraw')
  return (
    <div className={css.parts}>
      {parts.map((part) => (
        <button key={part} type="button" className={css.part} onClick={() => onChoose(part)}>
          {part === 100 ? t('form.max') : `${part}%`}
        </button>
      ))}
    </div>
  )
}

/** What it costs and where it goes; zeros until there is an amount that can go. */
function Cost({ terms, address, network }: { terms: Terms | null; address: string | null; network: string }) {
  const { t } = useTranslation('withdraw')
  return (
    <Card>
      <Rows>
        <Row label={t('form.fee')}>
          <Amount asset="usdt" value={terms?.fee ?? '0'} />
        </Row>
        <Row label={t('form.net')}>
          <Amount className={css.net} asset="usdt" value={terms?.net ?? '0'} />
        </Row>
        <Row label={t('address.network')}>{network}</Row>
        <Row label={t('form.to')}>
          {address === null ? t('address.none') : <code>{shortAddress(address)}</code>}
        </Row>
      </Rows>
    </Card>
  )
}

function useFaultText(fault: Fault | null, channel: WithdrawChannel): string | undefined {
  const { t } = useTranslation('withdraw')
  const { t: errors } = useTranslation('errors')
  if (fault === null) return undefined
  return fault === '6005' ? t('form.low', { min: formatAmount(channel.min, 'usdt') }) : errors(fault)
}
