// What may be withdrawn, where it goes, what is still missing, and the way on.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useNavigate } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import type { WithdrawInfoData } from '../../api/endpoints.gen.ts'
import { formatTime } from '../../i18n/time.ts'
import { useAssets } from '../../state/hooks.ts'
import { useEverySecond } from '../../state/useEverySecond.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LinkCard } from '../../ui/LinkCard.tsx'
import { MainButton } from '../../ui/MainButton.tsx'
import { Card, Row, Rows } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { AddressSheet, type WalletAddress } from './AddressSheet.tsx'
import { shortAddress } from './address.ts'
import { useInfo } from './useInfo.ts'
import css from './Withdraw.module.css'

/** The upper part of the withdrawal screen. */
export function Overview({ fromWallet = null }: { fromWallet?: WalletAddress }) {
  const { query, usedUp } = useInfo()
  const [editing, setEditing] = useState(false)
  return (
    <QueryState query={query} heights={[8.6, 1.7]}>
      {(data) => (
        <>
          <Balance info={data} usedUp={usedUp} onEdit={() => setEditing(true)} />
          <Identity info={data} />
          <AddressSheet
            open={editing}
            info={data}
            fromWallet={fromWallet}
            onClose={() => setEditing(false)}
          />
        </>
      )}
    </QueryState>
  )
}

type BalanceProps = { info: WithdrawInfoData; usedUp: boolean; onEdit: () => void }

function Balance({ info, usedUp, onEdit }: BalanceProps) {
  const { t } = useTranslation('withdraw')
  const { t: common } = useTranslation()
  const { t: errors } = useTranslation('errors')
  const assets = useAssets()
  const navigate = useNavigate()
  const channel = info.channels.find(({ key }) => key === info.channel)
  const shown = channel ?? info.channels[0]
  useEverySecond()
  const waiting = info.usable_at !== null && info.usable_at > serverNow()
  const start = () => {
    // Also when the network of the address is not on offer any more.
    if (!channel) onEdit()
    else void navigate(`/withdraw/do/${channel.key}`)
  }
  return (
    <Card className={css.card}>
      <div className={css.sums}>
        <Amount className={css.big} asset="usdt" value={assets?.usdt ?? '0'} label={common('asset.usdt')} />
        <span className={css.hold}>
          {t('hold')} <Amount asset="usdt_hold" value={assets?.usdt_hold ?? '0'} icon={false} />
        </span>
      </div>
      <div className={css.address}>
        <Icon name="wallet" />
        <span className={css.words}>
          {info.address === null ? (
            <b>{t('address.none')}</b>
          ) : (
            <span>
              {info.channels.length > 1 && <b>{channel?.network} </b>}
              <code>{shortAddress(info.address)}</code>
            </span>
          )}
          <small>
            {info.address === null
              ? t('address.noneText')
              : waiting
                ? t('address.wait', { time: formatTime(info.usable_at ?? 0) })
                : (info.comment ?? t('address.ready'))}
          </small>
        </span>
        <Button look="plain" onClick={onEdit}>
          {info.address === null ? t('address.set') : t('address.edit')}
        </Button>
      </div>
      <Rows>
        <Row label={t('limit.count')}>{info.count_left}</Row>
        <Row label={t('limit.amount')}>
          <Amount asset="usdt" value={info.limit_left} />
        </Row>
        {shown && (
          <Row label={t('limit.min')}>
            <Amount asset="usdt" value={shown.min} />
          </Row>
        )}
      </Rows>
      {usedUp && <p className={css.note}>{errors('6004')}</p>}
      <MainButton icon="wallet" disabled={channel ? usedUp : shown === undefined} onPress={start}>
        {t('do')}
      </MainButton>
      <p className={css.promise}>
        <Icon name="clock" />
        {t('promise', { hours: info.eta_hours })}
      </p>
    </Card>
  )
}

/** Loud while it stands in the way, one quiet line else. */
function Identity({ info: { kyc } }: { info: WithdrawInfoData }) {
  const { t } = useTranslation('withdraw')
  const state = (['none', 'review', 'failed', 'approved', 'rejected'] as const)[kyc.status] ?? 'none'
  const urgent = state === 'failed' || (kyc.required && state === 'none')
  return (
    <LinkCard
      to="/kyc"
      icon="user"
      title={t('identity.title')}
      text={t(`identity.${state === 'none' && kyc.required ? 'required' : state}`)}
      badge={urgent ? t('identity.now') : undefined}
    />
  )
}
