// The purchase of VIP days: what is paid, with what, and what is left. The server decides; nothing is shown as bought
// before.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { codeOf } from '../../shared/envelope.ts'
import { useVipActivateMutation } from './api.ts'
import type { Vip } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { useAssets } from '../../state/hooks.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { MainButton } from '../../ui/MainButton.tsx'
import { Row, Rows } from '../../ui/Page.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { Emblem } from './Emblem.tsx'
import type { Effect } from './model.ts'
import css from './ActivateSheet.module.css'

type Purse = 'coupon' | 'usdt'
type Props = {
  tier: Vip | null
  effect: Effect
  other: string
  onClose: () => void
  onShort: (error: unknown) => void
}

/** Open while there is a tier. */
export function ActivateSheet({ tier, effect, other, onClose, onShort }: Props) {
  const { t } = useTranslation('vip')
  const { t: common } = useTranslation()
  const [purse, setPurse] = useState<Purse>('coupon')
  const [activate, { isLoading }] = useVipActivateMutation()
  const assets = useAssets()
  const options = (['coupon', 'usdt'] as const).map((value) => ({
    value,
    label: common(`asset.${value}`),
    note: <Amount asset={value} value={assets?.[value] ?? '0'} />,
  }))

  const confirm = async () => {
    if (tier === null) return
    const result = await activate({ vip_id: tier.vip_id, pay_with: purse })
    if (result.error) {
      haptic('error')
      if (codeOf(result.error) === 5002) onShort(result.error)
      else toastError(result.error)
      return
    }
    haptic('success')
    toast(t('activated', { name: result.data.vip.name }), 'good')
    onClose()
  }

  return (
    <Sheet
      open={tier !== null}
      title={t('buy.title')}
      onClose={onClose}
      footer={
        <MainButton busy={isLoading} onPress={() => void confirm()}>
          {t('buy.confirm')}
        </MainButton>
      }
    >
      {tier !== null && (
        <>
          <div className={css.head}>
            <Emblem tier={tier.vip_id} />
            <div>
              <h3>{t('buy.days', { name: tier.name, count: tier.days })}</h3>
              <p className={css.text}>{t(`effect.${effect}`, { name: tier.name, days: tier.days, other })}</p>
            </div>
          </div>
          <Choice label={t('buy.with')} value={purse} options={options} onChange={setPurse} />
          <Rows>
            <Row label={t('buy.price')}>
              <Amount asset={purse} value={tier.price} label={common(`asset.${purse}`)} />
            </Row>
          </Rows>
          <p className={css.text}>{t('buy.final')}</p>
        </>
      )}
    </Sheet>
  )
}
