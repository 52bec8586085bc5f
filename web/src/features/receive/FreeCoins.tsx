// The free daily claim (domain §3.2). Whether it is open, and why not, is the server's word.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { useFishingPlayerInfoQuery } from '../../api/shared.ts'
import { useFishingReceiveFreeCoinMutation } from './api.ts'
import type { FreeCoin } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { useAssets } from '../../state/hooks.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LinkCard } from '../../ui/LinkCard.tsx'
import { formatAmount } from '../../shared/money.ts'
import { Card, Row, Rows } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import css from './FreeCoins.module.css'

/** Where each reason for a closed claim leads: play, read how invites count, check in instead. */
const wayOut = { 4003: '/info?section=coins', 4004: '/info?section=coins', 4005: '/home/signin' } as const
type Reason = keyof typeof wayOut

const isReason = (code: number): code is Reason => code in wayOut

/** The claim on the Earn screen. */
export function FreeCoinsCard() {
  const { t } = useTranslation('home')
  const { data } = useFishingPlayerInfoQuery()
  const free = data?.free_coin
  const open = free?.can_receive === true
  return (
    <LinkCard
      to="/home/receive"
      shape="tile"
      icon="coin"
      title={t('card.receive.title')}
      text={
        open
          ? t('card.receive.open', { amount: formatAmount(free.amount, 'coin') })
          : free
            ? t('card.receive.closed')
            : '…'
      }
      badge={open ? t('badge') : undefined}
    />
  )
}

/** The claim itself, with the reason when it is closed. */
export function FreeCoins() {
  const { t } = useTranslation('home')
  const { t: common } = useTranslation()
  const query = useFishingPlayerInfoQuery()
  const [receive, { isLoading }] = useFishingReceiveFreeCoinMutation()
  const assets = useAssets()

  return (
    <QueryState query={query} heights={[9.6]}>
      {(data) => {
        const free = data.free_coin
        const claimed = free.reason === 4005
        const floor = formatAmount(free.floor, 'coin')

        const claim = async () => {
          const result = await receive()
          if (result.error) {
            toastError(result.error)
            return
          }
          haptic('success')
          toast(t('receive.success', { amount: formatAmount(result.data.coin, 'coin') }), 'good')
        }

        return (
          <>
            <Card className={css.card}>
              <h2>{t('receive.card')}</h2>
              <Amount className={css.prize} asset="coin" value={free.amount} label={common('asset.coin')} />
              <p className={css.text}>{t('receive.text', { floor })}</p>
              <Rows>
                <Row label={t('receive.today')}>
                  {t('receive.count', { done: claimed ? 1 : 0, total: 1 })}
                </Row>
                <Row label={t('receive.floor')}>
                  <Amount asset="coin" value={free.floor} />
                </Row>
                <Row label={t('receive.balance')}>
                  <Amount asset="coin" value={assets?.coin ?? data.asset.coin} />
                </Row>
              </Rows>
              <Button
                size="l"
                wide
                icon={claimed ? 'check' : 'coin'}
                disabled={!free.can_receive}
                busy={isLoading}
                onClick={() => void claim()}
              >
                {claimed ? t('receive.claimed') : t('receive.claim')}
              </Button>
              <ClosedReason free={free} floor={floor} />
            </Card>
            <p className={css.note}>{t('receive.promo')}</p>
          </>
        )
      }}
    </QueryState>
  )
}

function ClosedReason({ free, floor }: { free: FreeCoin; floor: string }) {
  const { t } = useTranslation('home')
  if (free.can_receive || !isReason(free.reason)) return null
  return (
    <div className={css.reason}>
      <Icon name="info" />
      <p>
        {t(`receive.reason.${free.reason}`, { floor })}
        <Link to={wayOut[free.reason]} className={css.link}>
          {t(`receive.link.${free.reason}`)}
        </Link>
      </p>
    </div>
  )
}
