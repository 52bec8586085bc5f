// One purchase: how many, what they bring, what they cost. A price that changed meanwhile is shown and asked for again.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { codeOf } from '../../shared/envelope.ts'
import { useShopListQuery } from '../../api/shared.ts'
import { useShopBuyMutation } from './api.ts'
import type { Item } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { useAssets } from '../../state/hooks.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatAmount } from '../../shared/money.ts'
import { Row, Rows } from '../../ui/Page.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { shortCodes, type Short } from '../../ui/TopUpSheet.tsx'
import { Contents } from './Contents.tsx'
import { ItemArt } from './ItemArt.tsx'
import { artOf, piecesLeft, totalOf } from './model.ts'
import css from './BuySheet.module.css'

type Props = {
  item: Item | null
  /** Pieces to begin with. */
  first: number
  onClose: () => void
  onShort: (short: Short) => void
}

/** Open while there is an item. */
export function BuySheet({ item, first, onClose, onShort }: Props) {
  const { t } = useTranslation('shop')
  const [wanted, setCount] = useState(first)
  const [changed, setChanged] = useState(false)
  const [buy, { isLoading }] = useShopBuyMutation()
  const { isFetching } = useShopListQuery()
  const pieces = item === null ? 1 : piecesLeft(item)
  const count = Math.min(wanted, Math.max(1, pieces))

  const confirm = async () => {
    if (item === null) return
    const result = await buy({ item_id: item.item_id, price: item.price, count })
    if (result.error === undefined) {
      haptic('success')
      toast(t('bought', { title: item.title, count }), 'good')
      onClose()
      return
    }
    haptic('error')
    const code = codeOf(result.error)
    if (shortCodes.includes(code)) {
      const back = `/pay/shop?item=${item.item_id}&count=${count}`
      return onShort({ error: result.error, purchase: { price: totalOf(item, count), back } })
    }
    toastError(result.error)
    if (code === 5104) setChanged(true)
    else if (code !== null && code >= 5101 && code <= 5103) onClose()
  }

  return (
    <Sheet
      open={item !== null}
      title={item?.title ?? ''}
      onClose={onClose}
      footer={
        item !== null && (
          <Button size="l" wide busy={isLoading || (changed && isFetching)} onClick={() => void confirm()}>
            {t('buy', { price: formatAmount(totalOf(item, count), 'coupon') })}
          </Button>
        )
      }
    >
      {item !== null && (
        <>
          {changed && (
            <p className={css.changed} role="status">
              {t('changed', { price: formatAmount(item.price, 'coupon') })}
            </p>
          )}
          <div className={css.head}>
            <span className={css.art}>
              <ItemArt art={artOf(item)} />
            </span>
            <div>
              <Contents item={item} count={count} />
              {item.coin_promo > 0 && <p className={css.note}>{t('extraNote')}</p>}
            </div>
          </div>
          {pieces > 1 && (
            <Stepper label={t('count')} value={count} min={1} max={pieces} onChange={setCount} />
          )}
          <Bill item={item} count={count} />
        </>
      )}
    </Sheet>
  )
}

function Bill({ item, count }: { item: Item; count: number }) {
  const { t } = useTranslation('shop')
  const assets = useAssets()
  return (
    <Rows>
      <Row label={t('each')}>
        <Amount asset="coupon" value={item.price} />
      </Row>
      {count > 1 && (
        <Row label={t('total', { count })}>
          <Amount asset="coupon" value={totalOf(item, count)} />
        </Row>
      )}
      <Row label={t('purse')}>
        <Amount asset="coupon" value={assets?.coupon ?? '0'} />
      </Row>
    </Rows>
  )
}
