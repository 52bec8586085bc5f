// Dives of this device that were not under the promised seed, with what proves it. Nothing while there are none.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { formatTime } from '../../i18n/time.ts'
import { openLink } from '../../platform/share.ts'
import { brokenPins, type DiveFacts, type Pin } from '../../state/deviceValue.ts'
import { useAppSelector, useUser } from '../../state/hooks.ts'
import { selectConfig } from '../../state/selectors.ts'
import { Button } from '../../ui/Button.tsx'
import { copy } from '../../ui/clipboard.ts'
import { Code } from '../../ui/Field.tsx'
import { Finding } from '../../ui/Finding.tsx'
import css from './fairness.module.css'

/** They stay as long as the storage of this device. */
export function BrokenDives() {
  const { t } = useTranslation('fairness')
  const account = useUser()?.user_id ?? ''
  const { support_url: support = null } = useAppSelector(selectConfig) ?? {}
  const pins = brokenPins(account)
  if (pins.length === 0) return null
  return (
    <section className={css.block}>
      <Finding ok={false}>{t('broken.title', { count: pins.length })}</Finding>
      <p>{t('broken.text')}</p>
      <div className={css.ways}>
        <Button icon="copy" onClick={() => void copy(JSON.stringify({ account, dives: pins }, null, 1))}>
          {t('broken.copy')}
        </Button>
        {support !== null && (
          <Button look="secondary" icon="globe" onClick={() => openLink(support)}>
            {t('broken.support')}
          </Button>
        )}
      </div>
      {pins.map((pin) => (
        <Evidence key={pin.value} pin={pin} />
      ))}
    </section>
  )
}

function Evidence({ pin }: { pin: Pin }) {
  const { t } = useTranslation('fairness')
  return (
    <div className={css.block}>
      <h3>{t('broken.dive', { time: formatTime(pin.at) })}</h3>
      <Code label={t('verify.dive')} value={pin.dive?.dive_id ?? ''} />
      <Code label={t('broken.shown')} value={placeOf(pin)} />
      <Code label={t('nextCommit')} value={pin.next_commit} />
      <Code label={t('broken.value')} value={pin.value} />
      <Code label={t('broken.began')} value={pin.dive === null ? '' : placeOf(pin.dive)} />
    </div>
  )
}

/** Commit, client seed, nonce: what the draws come from. */
function placeOf({ commit, client_seed, nonce }: Omit<DiveFacts, 'dive_id'>): string {
  return [commit, client_seed, nonce ?? '?'].join(' · ')
}
