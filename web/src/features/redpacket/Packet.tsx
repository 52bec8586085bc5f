// One red packet (domain §3.10): look, open, and see what was in it.
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '../../api/clock.ts'
import { codeOf, isApiError } from '../../shared/envelope.ts'
import { useRedpacketClaimMutation, useRedpacketInfoQuery } from './api.ts'
import type { RedpacketInfoData, RedpacketState } from '../../api/endpoints.gen.ts'
import { errorText } from '../../i18n/errorText.ts'
import { formatSpan, formatTime } from '../../i18n/time.ts'
import { haptic } from '../../platform/messenger.ts'
import { useEverySecond } from '../../state/useEverySecond.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { decimals, formatAmount, type AssetName } from '../../shared/money.ts'
import { QueryState } from '../../ui/QueryState.tsx'
import { toastError } from '../../ui/toast.tsx'
import { CodeEntry } from './CodeEntry.tsx'
import { Burst, Envelope } from './Envelope.tsx'
import { Onward } from './Onward.tsx'
import css from './Packet.module.css'

/** Refusals about the code: nothing is behind it, for this player or for anybody. */
const noPacket: readonly (number | null)[] = [7201, 7203, 7205]

/** What a player lacks, as refusal 7204 names it. */
const conditions = ['account_age', 'casts', 'country', 'region', 'device'] as const
type Condition = (typeof conditions)[number] | 'other'

/** The packet of a code. */
export function Packet({ code }: { code: string }) {
  const query = useRedpacketInfoQuery({ code })
  if (!query.data && noPacket.includes(codeOf(query.error))) return <NoPacket text={errorText(query.error)} />
  return (
    <QueryState query={query} heights={[0.6, 5.6, 1.1]}>
      {(data) => <Found code={code} info={data} />}
    </QueryState>
  )
}

function Found({ code, info }: { code: string; info: RedpacketInfoData }) {
  const { t } = useTranslation('red')
  const [claim, { isLoading, data: claimed, error }] = useRedpacketClaimMutation()
  const card = useRef<HTMLDivElement>(null)
  // The seal goes with the opening, and the focus with it: what was in it is next, and is read out with the focus.
  useEffect(() => {
    if (claimed) card.current?.focus({ preventScroll: true })
  }, [claimed])
  const amount = claimed?.amount ?? info.mine?.amount ?? null
  const asset = assetOf(info.asset)
  const excluded = codeOf(error) === 7204
  const open = async () => {
    haptic('light')
    const result = await claim({ code })
    if (!result.error) return haptic('success')
    haptic('error')
    if (codeOf(result.error) !== 7204) toastError(result.error)
    return undefined
  }
  useEverySecond()
  // Its time comes while somebody waits for it.
  const opens = info.state === 'waiting' && serverNow() >= info.starts_at
  const state = opens ? 'open' : info.state
  const closed = state !== 'open'
  return (
    <section className={css.packet}>
      <h2 className={css.title}>{info.title}</h2>
      {claimed && <Burst />}
      <Envelope
        card={card}
        open={amount !== null}
        faded={amount === null && state !== 'waiting' && (closed || excluded)}
        seal={
          <button
            type="button"
            className={css.open}
            disabled={closed || excluded || isLoading}
            aria-busy={isLoading}
            onClick={() => void open()}
          >
            {closed || excluded ? <Icon name="lock" label={t('closed')} /> : t('open')}
          </button>
        }
      >
        <span className={css.received}>{t('received')}</span>
        <Prize amount={amount ?? '0'} asset={asset} />
        <Name asset={asset} />
      </Envelope>
      {amount === null && (
        <Status info={info} state={state} excluded={excluded ? conditionOf(error) : null} />
      )}
      <Progress info={info} mine={claimed !== undefined && info.mine === null} />
      <Onward code={code} amount={amount} asset={asset} state={state} />
    </section>
  )
}

function conditionOf(error: unknown): Condition {
  const data = isApiError(error) && error.kind === 'server' ? error.data : null
  const reason = (data as { reason?: unknown } | null)?.reason
  return conditions.find((condition) => condition === reason) ?? 'other'
}

/** A long amount gets smaller digits and no picture: the card has one line for it. */
function Prize({ amount, asset }: { amount: string; asset: AssetName }) {
  const { length } = formatAmount(amount, asset)
  const size = length <= 7 ? 'l' : length <= 12 ? 'm' : 's'
  return (
    <span className={css.amount} data-size={size}>
      <Amount asset={asset} value={amount} icon={size !== 's'} />
    </span>
  )
}

function assetOf(name: string): AssetName {
  return name in decimals ? (name as AssetName) : 'coin'
}

function Name({ asset }: { asset: AssetName }) {
  const { t } = useTranslation()
  return <span className={css.asset}>{t(`asset.${asset}`)}</span>
}

type Standing = { info: RedpacketInfoData; state: RedpacketState; excluded: Condition | null }

/** Why it cannot be opened, or until when it can. */
function Status({ info, state, excluded }: Standing) {
  const { t } = useTranslation('red')
  const { t: errors } = useTranslation('errors')
  if (excluded) return <Notice title={errors('7204')} text={t(`excluded.${excluded}`)} />
  if (state === 'finished') return <Notice title={errors('7202')} text={t('finished')} />
  if (state === 'expired') return <Notice title={errors('7203')} text={t('expired')} />
  const left = (at: number) => ({ time: formatSpan(at - serverNow()) })
  if (state === 'waiting')
    return <Notice title={t('opens', left(info.starts_at))} text={formatTime(info.starts_at)} />
  return (
    <p className={css.left}>
      <Icon name="clock" />
      {t('left', left(info.expires_at))}
    </p>
  )
}

function Notice({ title, text }: { title: string; text: string }) {
  return (
    <div className={css.notice} role="status">
      <b>{title}</b>
      <p>{text}</p>
    </div>
  )
}

function Progress({ info, mine }: { info: RedpacketInfoData; mine: boolean }) {
  const { t } = useTranslation('red')
  const opened = Math.min(info.total, info.total - info.left + (mine ? 1 : 0))
  return (
    <div className={css.progress}>
      <progress max={info.total} value={opened} aria-label={t('progress')} />
      <span>{t('opened', { opened, total: info.total })}</span>
    </div>
  )
}

/** A wrong code, with the field to try another. */
function NoPacket({ text }: { text: string }) {
  const { t } = useTranslation('red')
  return (
    <section className={css.packet}>
      <Envelope
        open={false}
        faded
        seal={
          <span className={css.open} data-shut>
            <Icon name="lock" />
          </span>
        }
      />
      <Notice title={text} text={t('wrong')} />
      <CodeEntry />
    </section>
  )
}
