// Where money goes: the address and what is written beside a payment. A changed address rests a day (refusal 6007).
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../shared/envelope.ts'
import { useWithdrawSetAddressMutation } from './api.ts'
import type { WithdrawInfoData } from '../../api/endpoints.gen.ts'
import { serverNow } from '../../api/clock.ts'
import { formatTime } from '../../i18n/time.ts'
import { haptic } from '../../platform/messenger.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, TextField } from '../../ui/Field.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { commentMax, isAddress, isComment } from './address.ts'
import { useOwner } from './useOwner.ts'
import css from './Withdraw.module.css'

/** Opens with what is set now. */
export function AddressSheet({
  open,
  info,
  onClose,
}: {
  open: boolean
  info: WithdrawInfoData
  onClose: () => void
}) {
  const { t } = useTranslation('withdraw')
  return (
    <Sheet open={open} title={t('address.title')} onClose={onClose}>
      {open && <AddressForm info={info} onDone={onClose} />}
    </Sheet>
  )
}

function AddressForm({ info, onDone }: { info: WithdrawInfoData; onDone: () => void }) {
  const { t } = useTranslation('withdraw')
  const { t: errors } = useTranslation('errors')
  const [address, setAddress] = useState(info.address ?? '')
  const [comment, setComment] = useState(info.comment ?? '')
  const [tried, setTried] = useState(false)
  const [save, { isLoading, error, reset }] = useWithdrawSetAddressMutation()
  const { ask, asking } = useOwner()
  const refused = codeOf(error)
  const wrong = (tried && !isAddress(address)) || refused === 6006
  const fault = wrong ? '6006' : refused === 6013 ? '6013' : null
  const long = !isComment(comment)
  const key = info.channels[0]?.key ?? ''

  const submit = async () => {
    setTried(true)
    if (!isAddress(address) || long) return
    const proof = await ask(t('address.reason'))
    if (proof === null) return
    const result = await save({ key, address, comment, ...proof })
    if (result.error) {
      toastError(result.error)
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
      <TextField
        label={t('address.field')}
        mono
        rows={2}
        value={address}
        hint={t('address.hint')}
        fault={fault ? errors(fault) : undefined}
        onChange={(event) => {
          setAddress(event.target.value.replace(/\s/g, ''))
          // A refusal was about the address that was sent.
          setTried(false)
          if (error) reset()
        }}
      />
      <Field
        label={t('address.comment')}
        value={comment}
        hint={t('address.commentHint')}
        fault={long ? t('address.commentLong', { max: commentMax }) : undefined}
        onChange={(event) => setComment(event.target.value)}
      />
      <p className={css.note}>
        {t('address.check')} {t('address.change')}
      </p>
      <Button
        type="submit"
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
