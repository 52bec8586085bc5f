// Exchange: tokens into USDT, USDT into coupons, the daily unlock, and what was exchanged.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { ExchangePair } from '../../api/endpoints.gen.ts'
import { Convert } from '../../features/exchange/Convert.tsx'
import { sides } from '../../features/exchange/pairs.ts'
import { ExchangeRecords } from '../../features/exchange/Records.tsx'
import { Unlock } from '../../features/exchange/Unlock.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { Page } from '../../ui/Page.tsx'

const pairs = Object.keys(sides) as ExchangePair[]

export default function ExchangePage() {
  const { t } = useTranslation('exchange')
  const [pair, setPair] = useState<ExchangePair>('gusd_usdt')
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Chips
        label={t('pairs')}
        value={pair}
        options={pairs.map((value) => ({ value, label: t(`${value}.short`) }))}
        onChange={setPair}
      />
      <Convert pair={pair} />
      {pair === 'gusd_usdt' && <Unlock />}
      <ExchangeRecords />
    </Page>
  )
}
