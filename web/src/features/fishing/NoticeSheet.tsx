/** What to do when coins, diamonds or a limit end the play for now. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { FreeCoin } from '../../api/endpoints.gen.ts'
import { errorText } from '../../i18n/errorText.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { formatAmount } from '../../ui/money.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import type { Notice } from './useDive.ts'
import css from './Sheets.module.css'

type Props = { notice: Notice | null; stake: number; diving: boolean; freeCoin: FreeCoin | null; onClose: () => void }

/** Open while there is a notice. */
export function NoticeSheet({ notice, stake, diving, freeCoin, onClose }: Props) {
  const { t } = useTranslation('fishing')
  return (
    <Sheet open={notice !== null} title={notice === null ? '' : t(`notice.${notice.about}Title` as 'notice.coinsTitle')} onClose={onClose}>
      {notice?.about === 'coins' && <p className={css.hint}>{t('notice.coinsText', { stake: formatAmount(stake, 'coin') })}</p>}
      {notice?.about === 'diamonds' && <p className={css.hint}>{t('notice.diamondsText')}</p>}
      {notice?.about === 'limits' && <p className={css.hint}><b>{errorText(notice.error)}.</b> {t('notice.limitsText')}</p>}
      {diving && notice?.about === 'coins' && <p className={css.hint}>{t('notice.coinsDive')}</p>}
      <div className={css.ways}>
        {notice?.about === 'coins' && (
          <Way to="/home/receive" icon="gift" title={t('notice.freeCoin')} text={t('notice.freeCoinText', { amount: formatAmount(freeCoin?.amount ?? 1000, 'coin') })} ready={freeCoin?.can_receive === true} onGo={onClose} />
        )}
        {notice?.about !== 'limits' && <Way to="/home/signin" icon="calendar" title={t('notice.signin')} text={t('notice.signinText')} ready={false} onGo={onClose} />}
        {notice?.about === 'limits' && <Way to="/info?section=limits" icon="shield" title={t('notice.limitsLink')} text="" ready={false} onGo={onClose} />}
      </div>
    </Sheet>
  )
}

function Way({ to, icon, title, text, ready, onGo }: { to: string; icon: IconName; title: string; text: string; ready: boolean; onGo: () => void }) {
  return (
    <Link className={css.way} to={to} onClick={onGo} data-ready={ready}>
      <Icon name={icon} />
      <span><b>{title}</b>{text !== '' && <small>{text}</small>}</span>
      <Icon name="chevron" />
    </Link>
  )
}
