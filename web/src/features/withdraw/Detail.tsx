// One withdrawal: how much, how far, why not. Asks again every 10 s until it has come to its end (web §5).
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { api } from '../../api/api.ts'
import { codeOf } from '../../shared/envelope.ts'
import { useWithdrawDetailQuery } from './api.ts'
import type { Wd, WithdrawDetailData } from '../../api/endpoints.gen.ts'
import { openLink } from '../../platform/share.ts'
import { useAppDispatch, usePace } from '../../state/hooks.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { copy } from '../../ui/clipboard.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card, Row, Rows } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { Empty } from '../../ui/states.tsx'
import { Label } from './Orders.tsx'
import { PromiseClock } from './PromiseClock.tsx'
import { reasonText } from './reason.ts'
import { Way } from './Way.tsx'
import css from './Withdraw.module.css'

const askAgainMs = 10_000

/** No such withdrawal, or no id at all. */
const nowhere: readonly (number | null)[] = [6011, -1006]

const isFinal = (label: Wd['label']) => label === 'Completed' || label === 'Failure'

/** Everything about the withdrawal of this id. */
export function Detail({ id }: { id: string }) {
  const { t } = useTranslation('withdraw')
  const known = useWithdrawDetailQuery({ key: id })
  const pace = usePace(askAgainMs)
  const open = known.data !== undefined && !isFinal(known.data.withdraw.label)
  useWithdrawDetailQuery({ key: id }, { pollingInterval: open ? pace : 0, skipPollingIfUnfocused: true })
  if (!known.data && nowhere.includes(codeOf(known.error))) {
    return (
      <Empty icon="wallet" title={t('detail.none')} text={t('detail.noneText')}>
        <Link className={css.link} to="/withdraw/index">
          {t('detail.all')}
        </Link>
      </Empty>
    )
  }
  return (
    <QueryState query={known} heights={[1.8, 3.6, 2.4]}>
      {({ withdraw, steps }) => <Found key={withdraw.withdraw_id} withdraw={withdraw} steps={steps} />}
    </QueryState>
  )
}

function Found({ withdraw, steps }: WithdrawDetailData) {
  const { t } = useTranslation('withdraw')
  const open = !isFinal(withdraw.label)
  useEnding(open)
  return (
    <>
      <Card className={css.head}>
        <Label label={withdraw.label} />
        <Amount
          className={css.big}
          asset="usdt"
          value={withdraw.label === 'Failure' ? withdraw.amount : withdraw.net}
        />
        {open ? (
          <PromiseClock withdraw={withdraw} />
        ) : (
          <p className={css.text}>{t(withdraw.label === 'Completed' ? 'detail.paid' : 'detail.returned')}</p>
        )}
      </Card>
      {withdraw.label === 'Failure' && <Reason reason={withdraw.reason} />}
      <Card>
        <Way withdraw={withdraw} steps={steps} />
      </Card>
      <Facts withdraw={withdraw} />
    </>
  )
}

/**
 * Reads again, once, what the end of a withdrawal changed: it is paid, or back. Where a live update comes, which is not
 * known here, it is read twice.
 */
function useEnding(open: boolean): void {
  const dispatch = useAppDispatch()
  const wasOpen = useRef(open)
  useEffect(() => {
    if (wasOpen.current && !open)
      dispatch(api.util.invalidateTags(['Withdraws', 'Player', 'History', 'Exchange']))
    wasOpen.current = open
  }, [open, dispatch])
}

function Reason({ reason }: { reason: string | null }) {
  const { t } = useTranslation('withdraw')
  return (
    <div className={css.reason}>
      <Icon name="info" />
      <p>
        <b>{t('detail.reason')}</b>
        {reason === null ? (
          <Link to="/profile?section=support">{t('detail.noReason')}</Link>
        ) : (
          reasonText(reason)
        )}
      </p>
    </div>
  )
}

function Facts({ withdraw }: { withdraw: Wd }) {
  const { t } = useTranslation('withdraw')
  return (
    <Card>
      <Rows>
        <Row label={t('form.amount')}>
          <Amount asset="usdt" value={withdraw.amount} />
        </Row>
        {withdraw.label !== 'Failure' && (
          <>
            <Row label={t('form.fee')}>
              <Amount asset="usdt" value={withdraw.fee} />
            </Row>
            <Row label={t('form.net')}>
              <Amount asset="usdt" value={withdraw.net} />
            </Row>
          </>
        )}
        <Row label={t('form.to')}>
          <code className={css.full}>{withdraw.address}</code>
        </Row>
        {withdraw.comment && <Row label={t('address.comment')}>{withdraw.comment}</Row>}
        {withdraw.tx !== null && (
          <Row label={t('detail.tx')}>
            <code className={css.full}>{withdraw.tx}</code>
          </Row>
        )}
        <Row label={t('detail.number')}>
          <code className={css.full}>{withdraw.withdraw_id}</code>
        </Row>
      </Rows>
      <div className={css.tools}>
        <Button look="secondary" icon="copy" onClick={() => void copy(withdraw.tx ?? withdraw.withdraw_id)}>
          {t(withdraw.tx === null ? 'detail.copyNumber' : 'detail.copyTx')}
        </Button>
        {withdraw.tx_url !== null && (
          <Button look="secondary" icon="globe" onClick={() => openLink(withdraw.tx_url ?? '')}>
            {t('detail.open')}
          </Button>
        )}
      </div>
    </Card>
  )
}
