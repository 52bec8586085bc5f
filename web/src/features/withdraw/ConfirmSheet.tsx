// The last look before money leaves: amount, fee, what arrives, the whole address. A request cannot be taken back.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useNavigate } from 'react-router'
import { codeOf } from '../../shared/envelope.ts'
import { useWithdrawDoMutation } from './api.ts'
import type { WithdrawChannel, WithdrawInfoData } from '../../api/endpoints.gen.ts'
import { errorText } from '../../i18n/errorText.ts'
import { confirm, haptic } from '../../platform/messenger.ts'
import { Amount } from '../../ui/Amount.tsx'
import { MainButton } from '../../ui/MainButton.tsx'
import { Row, Rows } from '../../ui/Page.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toastError } from '../../ui/toast.tsx'
import type { Terms } from './terms.ts'
import { useOwner } from './useOwner.ts'
import css from './Withdraw.module.css'

type Props = {
  open: boolean
  amount: string
  terms: Terms | null
  channel: WithdrawChannel
  info: WithdrawInfoData
  onClose: () => void
  onDone: (id: string) => void
}

/** Where a refusal leads: identity, or the address. */
const wayOut: Readonly<Record<number, '/kyc' | '/withdraw/index'>> = {
  6001: '/kyc',
  6008: '/kyc',
  6009: '/kyc',
  6003: '/withdraw/index',
}

/** Lets the owner prove themselves, sends, and goes where the answer leads. */
function useRequest({ amount, channel, onClose, onDone }: Props) {
  const { t } = useTranslation('withdraw')
  const navigate = useNavigate()
  const { ask, asking } = useOwner()
  const [send, { isLoading }] = useWithdrawDoMutation()
  const submit = async () => {
    const proof = await ask(t('confirm.reason'))
    if (proof === null) return
    const result = await send({ key: channel.key, amount, ...proof })
    if (!result.error) {
      haptic('success')
      onDone(result.data.withdraw.withdraw_id)
      return
    }
    haptic('error')
    const way = wayOut[codeOf(result.error) ?? 0]
    if (!way) {
      toastError(result.error)
      return
    }
    onClose()
    if (
      await confirm(
        t('confirm.stopped'),
        errorText(result.error),
        t(way === '/kyc' ? 'confirm.identity' : 'address.set'),
      )
    )
      void navigate(way)
  }
  return { submit, busy: asking || isLoading }
}

/** Confirms and sends. */
export function ConfirmSheet(props: Props) {
  const { open, amount, terms, channel, info, onClose } = props
  const { t } = useTranslation('withdraw')
  const { submit, busy } = useRequest(props)
  return (
    <Sheet
      open={open}
      title={t('confirm.title')}
      onClose={onClose}
      footer={
        <MainButton icon="check" busy={busy} onPress={() => void submit()}>
          {t('confirm.do')}
        </MainButton>
      }
    >
      <Rows>
        <Row label={t('form.amount')}>
          <Amount asset="usdt" value={amount || '0'} />
        </Row>
        <Row label={t('form.fee')}>
          <Amount asset="usdt" value={terms?.fee ?? '0'} />
        </Row>
        <Row label={t('form.net')}>
          <Amount className={css.net} asset="usdt" value={terms?.net ?? '0'} />
        </Row>
        <Row label={t('address.network')}>{channel.network}</Row>
        <Row label={t('form.to')}>
          <code className={css.full}>{info.address}</code>
        </Row>
        {info.comment !== null && info.comment !== '' && (
          <Row label={t('address.comment')}>{info.comment}</Row>
        )}
      </Rows>
      <p className={css.note}>{t('confirm.text')}</p>
    </Sheet>
  )
}
