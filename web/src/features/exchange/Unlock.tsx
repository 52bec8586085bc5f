// The daily unlock of bonus tokens (domain §2.8): the gate point by point, what is left today for the player and for
// everybody.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { codeOf } from '../../shared/envelope.ts'
import { useExchangeInfoQuery, useExchangeUnlockMutation } from './api.ts'
import type { UnlockGate } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { useAssets } from '../../state/hooks.ts'
import { Amount } from '../../ui/Amount.tsx'
import { AmountField } from '../../ui/AmountField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { formatAmount, isPositive, toMinor } from '../../shared/money.ts'
import { Card, Row, Rows } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { unlockable } from './pairs.ts'
import css from './Unlock.module.css'

/** Where each condition of the gate can be met. A code that this build does not know is shown without a way. */
const ways = { age: null, invite: '/invite/index', identity_or_topup: '/kyc' } as const
type GateCode = keyof typeof ways
const isKnown = (code: string): code is GateCode => code in ways

/** The card below the exchange; waits for the same answer, whose failure the exchange shows. */
export function Unlock() {
  const { t } = useTranslation('exchange')
  const { data, error } = useExchangeInfoQuery()
  const bonus = useAssets()?.gusd_bonus
  const [amount, setAmount] = useState('')
  const [unlock, { isLoading }] = useExchangeUnlockMutation()
  if (!data) return error ? null : <Skeleton heights={[8.6]} />
  const info = { ...data.unlock, bonus: bonus ?? data.unlock.bonus }
  const most = unlockable(info)
  const open = info.gate.every((item) => item.ok)
  const wanted = toMinor(amount, 2) ?? 0n
  const over = wanted > (toMinor(most, 2) ?? 0n)

  const take = async () => {
    const result = await unlock({ amount })
    if (result.error) {
      haptic('error')
      toastError(result.error)
      // The pool is for everybody: somebody was faster.
      if (codeOf(result.error) === 5303) setAmount('')
      return
    }
    haptic('success')
    setAmount('')
    toast(t('unlock.done', { amount: formatAmount(result.data.unlocked, 'gusd') }), 'good')
  }

  return (
    <Card className={css.card}>
      <div>
        <h2>{t('unlock.title')}</h2>
        <p className={css.text}>{t('unlock.text')}</p>
      </div>
      <Rows>
        <Row label={t('unlock.bonus')}>
          <Amount asset="gusd_bonus" value={info.bonus} />
        </Row>
        <Row label={t('unlock.left')}>
          <Amount asset="gusd" value={info.left_today} />
        </Row>
        <Row label={t('unlock.pool')}>
          {isPositive(info.pool_left, 'gusd') ? (
            <Amount asset="gusd" value={info.pool_left} />
          ) : (
            t('unlock.poolEmpty')
          )}
        </Row>
      </Rows>
      <Gate gate={info.gate} />
      {open && isPositive(most, 'gusd') && (
        <>
          <AmountField
            label={t('unlock.amount')}
            asset="gusd"
            value={amount}
            onChange={setAmount}
            max={most}
            fault={over ? t('unlock.over', { most: formatAmount(most, 'gusd') }) : undefined}
          />
          <Button
            wide
            size="l"
            icon="lock"
            disabled={wanted === 0n || over}
            busy={isLoading}
            onClick={() => void take()}
          >
            {t('unlock.do')}
          </Button>
        </>
      )}
    </Card>
  )
}

function Gate({ gate }: { gate: readonly UnlockGate[] }) {
  const { t } = useTranslation('exchange')
  return (
    <ul className={css.gate} aria-label={t('unlock.gate')}>
      {gate.map(({ code, ok }) => {
        const way = isKnown(code) && !ok ? ways[code] : null
        return (
          <li key={code} data-ok={ok}>
            <span className={css.tick}>
              <Icon name={ok ? 'check' : 'lock'} />
            </span>
            <span>
              {isKnown(code) ? t(`gate.${code}`) : code}
              <span className="visually-hidden">, {t(ok ? 'gate.met' : 'gate.open')}</span>
            </span>
            {way !== null && isKnown(code) && <Link to={way}>{t(`gate.way.${code}`)}</Link>}
          </li>
        )
      })}
    </ul>
  )
}
