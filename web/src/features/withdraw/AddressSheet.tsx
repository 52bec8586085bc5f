// Where money goes: the address and what is written beside a payment. A changed address rests a day (refusal 6007).
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { codeOf } from '../../shared/envelope.ts'
import { useWithdrawSetAddressMutation } from './api.ts'
import type { WithdrawInfoData } from '../../api/endpoints.gen.ts'
import { serverNow } from '../../api/clock.ts'
import { formatTime } from '../../i18n/time.ts'
import { haptic } from '../../platform/messenger.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Field, TextField } from '../../ui/Field.tsx'
import { paste } from '../../ui/clipboard.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { commentMax, isAddress, isComment } from './address.ts'
import { useOwner } from './useOwner.ts'
import css from './Withdraw.module.css'

/** Asks the connected wallet for its address; null when no wallet is connected. */
export type WalletAddress = (() => Promise<string | null>) | null

/** Opens with what is set now. */
export function AddressSheet({
  open,
  info,
  fromWallet,
  onClose,
}: {
  open: boolean
  info: WithdrawInfoData
  fromWallet: WalletAddress
  onClose: () => void
}) {
  const { t } = useTranslation('withdraw')
  return (
    <Sheet open={open} title={t('address.title')} onClose={onClose}>
      {open && <AddressForm info={info} fromWallet={fromWallet} onDone={onClose} />}
    </Sheet>
  )
}

type FormProps = { info: WithdrawInfoData; fromWallet: WalletAddress; onDone: () => void }

function AddressForm({ info, fromWallet, onDone }: FormProps) {
  const { t } = useTranslation('withdraw')
  const { t: errors } = useTranslation('errors')
  const [key, setKey] = useState(info.channel ?? info.channels[0]?.key ?? '')
  const network = key === 'evm' ? 'evm' : 'ton'
  const [address, setAddress] = useState(info.address ?? '')
  const [comment, setComment] = useState(info.comment ?? '')
  const [tried, setTried] = useState(false)
  const [save, { isLoading, error, reset }] = useWithdrawSetAddressMutation()
  const { ask, asking } = useOwner()
  const refused = codeOf(error)
  const wrong = (tried && !isAddress(address, key)) || refused === 6006
  const fault = wrong ? '6006' : refused === 6013 ? '6013' : null
  const long = network === 'ton' && !isComment(comment)

  const take = (text: string) => {
    setAddress(text.replace(/\s/g, ''))
    // A refusal was about the address that was sent.
    setTried(false)
    if (error) reset()
  }
  const submit = async () => {
    setTried(true)
    if (!isAddress(address, key) || long) return
    const proof = await ask(t('address.reason'))
    if (proof === null) return
    // A transfer of an EVM chain has no comment.
    const result = await save({ key, address, comment: network === 'evm' ? '' : comment, ...proof })
    if (result.error) {
      // These two stand beside the field.
      if (![6006, 6013].includes(codeOf(result.error) ?? 0)) toastError(result.error)
      return
    }
    haptic('success')
    const { usable_at: usableAt } = result.data
    toast(
      usableAt > serverNow() ? t('address.savedWait', { time: formatTime(usableAt) }) : t('address.saved'),
      'good',
    )
    onDone()
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {info.channels.length > 1 && (
        <Choice
          label={t('address.network')}
          value={key}
          options={info.channels.map((channel) => ({ value: channel.key, label: channel.network }))}
          onChange={(chosen) => {
            setKey(chosen)
            take(chosen === info.channel ? (info.address ?? '') : '')
          }}
        />
      )}
      <TextField
        label={t('address.field', { network: info.channels.find((channel) => channel.key === key)?.network })}
        mono
        rows={2}
        value={address}
        hint={t(`address.hint.${network}`)}
        fault={fault ? errors(fault) : undefined}
        onChange={(event) => take(event.target.value)}
      />
      {/* Wallets are connected over TON alone. */}
      <Sources fromWallet={network === 'ton' ? fromWallet : null} onTake={take} />
      {network === 'ton' && (
        <Field
          label={t('address.comment')}
          value={comment}
          hint={t('address.commentHint')}
          fault={long ? t('address.commentLong', { max: commentMax }) : undefined}
          onChange={(event) => setComment(event.target.value)}
        />
      )}
      <p className={css.note}>
        {t('address.check')} {t('address.change')}
      </p>
      <Button
        type="submit"
        className={css.save}
        size="l"
        wide
        icon="check"
        disabled={address === '' || long}
        busy={isLoading || asking}
      >
        {t('address.save')}
      </Button>
    </form>
  )
}

/** Typing an address is for nobody: it comes from the clipboard or from the connected wallet. */
function Sources({ fromWallet, onTake }: { fromWallet: WalletAddress; onTake: (text: string) => void }) {
  const { t } = useTranslation('withdraw')
  const [asking, setAsking] = useState(false)
  const takeFrom = async (source: () => Promise<string | null>) => {
    const text = await source()
    if (text !== null) onTake(text)
    return text
  }
  const askWallet = async (source: () => Promise<string | null>) => {
    setAsking(true)
    if ((await takeFrom(source)) === null) toast(t('address.noWallet'), 'bad')
    setAsking(false)
  }
  return (
    <div className={css.sources}>
      <Button look="secondary" icon="copy" onClick={() => void takeFrom(paste)}>
        {t('address.paste')}
      </Button>
      {fromWallet && (
        <Button look="secondary" icon="wallet" busy={asking} onClick={() => void askWallet(fromWallet)}>
          {t('address.fromWallet')}
        </Button>
      )}
    </div>
  )
}
