// The check-in screen: seven tiles, the streak, the countdown to the next UTC day, and the one button.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '../../api/clock.ts'
import { oncePassed, useRefetchOncePassed } from '../../api/oncePassed.ts'
import { useSigninInfoQuery, useSigninSignMutation } from '../../api/shared.ts'
import type { SignInDay, SigninInfoData } from '../../api/endpoints.gen.ts'
import { formatSpan } from '../../i18n/time.ts'
import { haptic } from '../../platform/messenger.ts'
import { useEverySecond } from '../../state/useEverySecond.ts'
import { Amount } from '../../ui/Amount.tsx'
import { MainButton } from '../../ui/MainButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { formatAmount } from '../../shared/money.ts'
import { QueryState } from '../../ui/QueryState.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import css from './SignInWeek.module.css'

/** The whole check-in. */
export function SignInWeek() {
  const { t } = useTranslation('home')
  const query = useSigninInfoQuery()
  const [sign, { isLoading }] = useSigninSignMutation()
  const [stamped, setStamped] = useState<number | null>(null)

  return (
    <QueryState query={query} heights={[0.5, 4.2, 1.1]}>
      {(data) => {
        const checkIn = async () => {
          const result = await sign()
          if (result.error) {
            toastError(result.error)
            return
          }
          const { step, coin, diamond } = result.data
          setStamped(step)
          haptic('success')
          const coins = formatAmount(coin, 'coin')
          toast(
            diamond > 0
              ? t('signin.successBoth', { step, coins, diamonds: diamond })
              : t('signin.success', { step, coins }),
            'good',
          )
        }

        return (
          <>
            <p className={css.streak}>
              <Icon name="anchor" />
              {data.streak > 0 ? t('signin.streak', { count: data.streak }) : t('signin.streak_zero')}
            </p>
            <ol className={css.week}>
              {data.days.map((day) => (
                <Tile key={day.step} day={day} stamped={day.step === stamped} />
              ))}
            </ol>
            <MainButton
              icon={data.signed ? 'check' : 'calendar'}
              disabled={data.signed}
              busy={isLoading}
              onPress={() => void checkIn()}
            >
              {data.signed ? t('signin.done') : t('signin.do')}
            </MainButton>
            <Countdown info={data} />
          </>
        )
      }}
    </QueryState>
  )
}

function Tile({ day, stamped }: { day: SignInDay; stamped: boolean }) {
  const { t } = useTranslation('home')
  const { t: common } = useTranslation()
  return (
    <li
      className={[css.tile, css[day.state], stamped && css.stamped, day.step === 7 && css.last]
        .filter(Boolean)
        .join(' ')}
      aria-current={day.state === 'today' ? 'date' : undefined}
    >
      <span className={css.day}>
        {t('signin.day', { n: day.step })}
        <span className="visually-hidden">, {t(`signin.state.${day.state}`)}</span>
      </span>
      <span className={css.reward}>
        <Amount asset="coin" value={day.coin} label={common('asset.coin')} />
        {day.diamond > 0 && <Amount asset="diamond" value={day.diamond} label={common('asset.diamond')} />}
      </span>
      {day.state === 'done' && (
        <span className={css.stamp} aria-hidden>
          <Icon name="check" />
        </span>
      )}
    </li>
  )
}

function Countdown({ info }: { info: SigninInfoData }) {
  const { t } = useTranslation('home')
  useEverySecond()
  // `app/day.ts` asks too, some seconds later and once: whoever looks at the countdown does not wait for it.
  const passed = info.resets_at <= serverNow()
  useRefetchOncePassed(passed, useSigninInfoQuery(undefined, oncePassed(passed)).refetch)
  const time = formatSpan(info.resets_at - serverNow())
  return (
    <p className={css.countdown}>
      <Icon name="clock" />
      {info.signed ? t('signin.next', { time }) : t('signin.left', { time })}
    </p>
  )
}
