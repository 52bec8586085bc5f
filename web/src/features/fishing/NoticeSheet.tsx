/** What to do when coins, diamonds or a limit end the play for now. */
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { useSigninInfoQuery, useSigninSignMutation } from '../../api/shared.ts'
import type { FreeCoin } from '../../api/endpoints.gen.ts'
import { codeOf } from '../../shared/envelope.ts'
import { errorText } from '../../i18n/errorText.ts'
import { haptic } from '../../platform/messenger.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { formatAmount } from '../../shared/money.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import type { Notice } from './commands.ts'
import css from './Sheets.module.css'

/** A break of the player's own, which is no limit that was reached. */
const breakCode = -1009

type Props = {
  notice: Notice | null
  stake: number
  diving: boolean
  freeCoin: FreeCoin | null
  onClose: () => void
}

/** Open while there is a notice. */
export function NoticeSheet({ notice, stake, diving, freeCoin, onClose }: Props) {
  const { t } = useTranslation(['dives', 'fishing'])
  const resting = codeOf(notice?.error) === breakCode
  return (
    <Sheet
      open={notice !== null}
      title={
        notice === null ? '' : t(`notice.${resting ? 'break' : notice.about}Title` as 'notice.coinsTitle')
      }
      onClose={onClose}
    >
      {notice?.about === 'coins' && (
        <p className={css.hint}>{t('notice.coinsText', { stake: formatAmount(stake, 'coin') })}</p>
      )}
      {notice?.about === 'diamonds' && <p className={css.hint}>{t('notice.diamondsText')}</p>}
      {notice?.about === 'limits' && (
        <p className={css.hint}>{resting ? t('notice.breakText') : errorText(notice.error)}</p>
      )}
      {notice?.about === 'limits' && !resting && <p className={css.hint}>{t('notice.limitsText')}</p>}
      {diving && notice?.about === 'coins' && <p className={css.hint}>{t('notice.coinsDive')}</p>}
      <div className={css.ways}>
        {notice?.about === 'coins' && (
          <Way
            to="/home/receive"
            icon="gift"
            title={t('notice.freeCoin')}
            text={t('notice.freeCoinText', { amount: formatAmount(freeCoin?.amount ?? 1000, 'coin') })}
            ready={freeCoin?.can_receive === true}
            onGo={onClose}
          />
        )}
        {notice !== null && notice.about !== 'limits' && <CheckIn onDone={onClose} />}
        {notice?.about === 'limits' && (
          <Way
            to="/profile?section=limits"
            icon="shield"
            title={t('notice.limitsLink')}
            text=""
            ready={false}
            onGo={onClose}
          />
        )}
      </div>
    </Sheet>
  )
}

/**
 * Today's check-in in one tap, so that a newcomer is back at the game at once; done already, it leads to its screen.
 */
function CheckIn({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['dives', 'fishing'])
  const { t: common } = useTranslation()
  const info = useSigninInfoQuery()
  const [sign, { isLoading }] = useSigninSignMutation()
  const today = info.data?.days.find((day) => day.state === 'today')
  if (info.data === undefined || info.data.signed || today === undefined) {
    return (
      <Way
        to="/home/signin"
        icon="calendar"
        title={t('notice.signin')}
        text={t('notice.signinText')}
        ready={false}
        onGo={onDone}
      />
    )
  }
  const claim = async () => {
    const answer = await sign()
    if (answer.error !== undefined) return toastError(answer.error)
    haptic('success')
    toast(`+${formatAmount(answer.data.coin, 'coin')} ${common('asset.coin')}`, 'good')
    return onDone()
  }
  return (
    <Button size="l" wide icon="calendar" busy={isLoading} onClick={() => void claim()}>
      {t('notice.signin')}{' '}
      <span className={css.gift}>
        <Amount asset="coin" value={today.coin} label={common('asset.coin')} signed />
        {today.diamond > 0 && (
          <Amount asset="diamond" value={today.diamond} label={common('asset.diamond')} signed />
        )}
      </span>
    </Button>
  )
}

function Way({
  to,
  icon,
  title,
  text,
  ready,
  onGo,
}: {
  to: string
  icon: IconName
  title: string
  text: string
  ready: boolean
  onGo: () => void
}) {
  return (
    <Link className={css.way} to={to} onClick={onGo} data-ready={ready}>
      <Icon name={icon} />
      <span>
        <b>{title}</b>
        {text !== '' && <small>{text}</small>}
      </span>
      <Icon name="chevron" />
    </Link>
  )
}
