// The shop: the first purchase on top, then everything on sale. Prices are the server's; the one shown is sent with
// the purchase.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearchParams } from 'react-router'
import { useShopListQuery } from '../../api/shared.ts'
import type { Item } from '../../api/endpoints.gen.ts'
import { useAssets, useUser } from '../../state/hooks.ts'
import { Amount } from '../../ui/Amount.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { Empty } from '../../ui/states.tsx'
import { TopUpSheet, type Short } from '../../ui/TopUpSheet.tsx'
import { BuySheet } from './BuySheet.tsx'
import { Contents } from './Contents.tsx'
import { ItemArt } from './ItemArt.tsx'
import { artOf, closedFor } from './model.ts'
import css from './Items.module.css'

/** The whole screen. */
export function Items() {
  const { t } = useTranslation('shop')
  const [query] = useSearchParams()
  const list = useShopListQuery()
  const [chosenId, setChosen] = useState(query.get('item'))
  const [short, setShort] = useState<Short | null>(null)
  const balance = useAssets()?.coupon ?? '0'
  const isFirst = useUser()?.first_buy !== false
  return (
    <QueryState query={list} heights={[0.5, 3.4, 7.6, 7.6]}>
      {(data) => {
        if (data.list.length === 0)
          return <Empty icon="coupon" title={t('empty.title')} text={t('empty.text')} />
        const first = data.list.filter((item) => item.first_buy && isFirst && closedFor(item) === null)
        const rest = data.list.filter((item) => !item.first_buy)
        const chosen = data.list.find((item) => item.item_id === chosenId) ?? null
        return (
          <>
            <Purse />
            {first.map((item) => (
              <Banner key={item.item_id} item={item} onBuy={() => setChosen(item.item_id)} />
            ))}
            <ul className={css.grid}>
              {rest.map((item) => (
                <li key={item.item_id}>
                  <Tile item={item} onBuy={() => setChosen(item.item_id)} />
                </li>
              ))}
            </ul>
            <BuySheet
              key={chosenId}
              item={chosen}
              first={chosenId === query.get('item') ? Number(query.get('count')) || 1 : 1}
              onClose={() => setChosen(null)}
              onShort={(refusal) => {
                setChosen(null)
                setShort(refusal)
              }}
            />
            <TopUpSheet short={short} balance={balance} onClose={() => setShort(null)} />
          </>
        )
      }}
    </QueryState>
  )
}

function Purse() {
  const { t } = useTranslation('shop')
  const { t: common } = useTranslation()
  const assets = useAssets()
  return (
    <p className={css.purse}>
      <span>{t('purse')}</span>
      <Amount asset="coupon" value={assets?.coupon ?? '0'} label={common('asset.coupon')} />
    </p>
  )
}

function Banner({ item, onBuy }: { item: Item; onBuy: () => void }) {
  const { t } = useTranslation('shop')
  return (
    <button type="button" className={css.banner} onClick={onBuy}>
      <span className={css.ribbon}>{t('first')}</span>
      <ItemArt art={artOf(item)} />
      <span className={css.words}>
        <b>{item.title}</b>
        <Contents item={item} />
        <span className={css.note}>{t('firstNote')}</span>
      </span>
      <span className={css.price}>
        <Amount asset="coupon" value={item.price} />
      </span>
    </button>
  )
}

function Tile({ item, onBuy }: { item: Item; onBuy: () => void }) {
  const { t } = useTranslation('shop')
  const closed = closedFor(item)
  return (
    <button type="button" className={css.tile} disabled={closed !== null} onClick={onBuy}>
      <ItemArt art={artOf(item)} />
      <b>{item.title}</b>
      <Contents item={item} />
      <span className={css.note}>
        {item.limit !== null && (
          <span>{t(`limit.${item.limit.per}`, { bought: item.bought, n: item.limit.n })}</span>
        )}
        {item.stock !== null && item.stock > 0 && <span>{t('stock', { count: item.stock })}</span>}
      </span>
      <span className={css.price}>
        {closed === null ? <Amount asset="coupon" value={item.price} /> : t(`closed.${closed}`)}
      </span>
    </button>
  )
}
