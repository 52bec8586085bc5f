// The check-in screen: seven tiles, the streak, the countdown to the next UTC day, and the one button.
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '../../api/clock.ts'
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

const askAgainMs = 30_000

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
  useRefetchOncePassed(info)
  const time = formatSpan(info.resets_at - serverNow())
  return (
    <p className={css.countdown}>
      <Icon name="clock" />
      {info.signed ? t('signin.next', { time }) : t('signin.left', { time })}
    </p>
  )
}

/**
 * Asks for the new day once the old one has passed: `app/day.ts` does so a few seconds later and only once, whoever
 * looks at the countdown does not wait for it. As long as a refetch fails the next follows when the device is
 * online again, or after a pause.
 */
function useRefetchOncePassed({ resets_at: resetsAt }: SigninInfoData): void {
  const passed = resetsAt <= serverNow()
  const { refetch } = useSigninInfoQuery(undefined, {
    refetchOnReconnect: passed,
    pollingInterval: passed ? askAgainMs : 0,
    skipPollingIfUnfocused: true,
  })
  useEffect(() => {
    if (passed) void refetch()
  }, [passed, refetch])
}
