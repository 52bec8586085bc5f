// The player's own link: share it, copy it, or let it be scanned. Sharing needs an invite code of somebody else
// first (domain §10.6, refusal 7004): then it leads to the code's field.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { TeamInfoData } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { share } from '../../platform/share.ts'
import { Button } from '../../ui/Button.tsx'
import { copy } from '../../ui/clipboard.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { QrCode } from '../../shared/QrCode.tsx'
import { Shoal } from './Shoal.tsx'
import css from './Invite.module.css'

/** The hero of the invite screen; `onBlocked` shows where the missing code is entered. */
export function ShareLink({ team, onBlocked }: { team: TeamInfoData; onBlocked: () => void }) {
  const { t } = useTranslation('invite')
  const { t: errors } = useTranslation('errors')
  const { t: common } = useTranslation()
  const [scanning, setScanning] = useState(false)
  const allowed = (act: () => void) => () => {
    if (team.invite_entered) return act()
    haptic('warning')
    toast(errors('7004'), 'bad')
    return onBlocked()
  }
  const send = async () => {
    haptic('light')
    if ((await share(team.invite_link, t('share.text'))) === 'unavailable') await copy(team.invite_link)
  }

  return (
    <section className={css.hero}>
      <Shoal className={css.shoal} />
      <p className={css.promise}>{t('promise', { cap: team.diamonds_cap })}</p>
      <p className={css.shares}>
        {t('shares', { first: percent(team.rate_l1), second: percent(team.rate_l2) })}
      </p>
      <div className={css.link}>
        <code className={css.address}>{team.invite_link.replace(/^https?:\/\//, '')}</code>
        <button
          type="button"
          className={css.tool}
          aria-label={t('qr.open')}
          onClick={allowed(() => setScanning(true))}
        >
          <Icon name="qr" />
        </button>
        <button
          type="button"
          className={css.tool}
          aria-label={t('copyLink')}
          onClick={allowed(() => void copy(team.invite_link))}
        >
          <Icon name="copy" />
        </button>
      </div>
      <Button size="l" wide icon="share" onClick={allowed(() => void send())}>
        {t('share.do')}
      </Button>
      <button type="button" className={css.code} onClick={() => void copy(team.scode)}>
        {t('code')} <b>{team.scode}</b> <Icon name="copy" label={common('copy')} />
      </button>
      <Sheet open={scanning} title={t('qr.title')} onClose={() => setScanning(false)}>
        <div className={css.scan}>
          <QrCode className={css.qr} text={team.invite_link} label={t('qr.label', { code: team.scode })} />
          <p>{t('qr.text')}</p>
          <Button wide look="secondary" icon="copy" onClick={() => void copy(team.invite_link)}>
            {t('copyLink')}
          </Button>
        </div>
      </Sheet>
    </section>
  )
}

/** "0.05" as "5%", without a float. */
export function percent(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  const shifted = `${whole}${fraction.padEnd(2, '0').slice(0, 2)}`.replace(/^0+(?=\d)/, '')
  const rest = fraction.slice(2).replace(/0+$/, '')
  return `${shifted}${rest && `.${rest}`}%`
}
