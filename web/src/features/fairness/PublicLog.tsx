// "Your seeds stand in the public log": what this device finds in the signed file that everybody reads.
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { FishingSeedInfoData, SeedLog } from '../../api/endpoints.gen.ts'
import { useFishingSeedInfoQuery } from '../../api/shared.ts'
import { savedHouseKey, saveHouseKey } from '../../state/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { Code } from '../../ui/Field.tsx'
import { Finding } from '../../ui/Finding.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { ErrorCard, Skeleton } from '../../ui/states.tsx'
import { checkLog } from './publicLog.ts'
import css from './fairness.module.css'

/** About a finding, the note and the key. */
const heights = [1, 3, 3]
/** A checkpoint is signed twice a second, and its witnesses are asked every five. */
const laterMs = 3_000

/** The check runs when the section opens, and after each rotation. */
export function PublicLog() {
  const { t } = useTranslation('fairness')
  const query = useFishingSeedInfoQuery({ log: true })
  return (
    <section className={css.block}>
      <h3>{t('log.title')}</h3>
      <QueryState query={query} heights={heights}>
        {(seeds) => seeds.log && <Checked key={seeds.log.newest} seeds={seeds} log={seeds.log} />}
      </QueryState>
      <p className={css.quiet}>
        {t('publicLogNote')}{' '}
        <a href="/seeds" target="_blank" rel="noreferrer">
          {t('publicLog')}
        </a>
      </p>
    </section>
  )
}

function Checked({ seeds, log }: { seeds: FishingSeedInfoData; log: SeedLog }) {
  const { t } = useTranslation('fairness')
  const [found, setFound] = useState<Awaited<ReturnType<typeof checkLog>> | null>(null)
  const check = useCallback(() => void checkLog(seeds, log).then(setFound), [seeds, log])
  const again = () => {
    setFound(null)
    check()
  }
  const take = (key: string) => {
    saveHouseKey(key)
    again()
  }
  useEffect(check, [check])
  useEffect(() => {
    if (found?.ok !== 'later') return
    const timer = setTimeout(check, laterMs)
    return () => clearTimeout(timer)
  }, [found, check])

  if (found === null)
    return (
      <>
        <p className={css.quiet} role="status">
          {t('log.checking')}
        </p>
        <Skeleton heights={heights} />
      </>
    )
  if (found.ok === null && found.error) return <ErrorCard error={found.error} onRetry={again} />
  return (
    <div className={css.block} aria-live="polite">
      {found.ok === true && (
        <Finding ok>
          {t(found.revealed ? 'log.both' : 'log.commits', { checkpoint: found.checkpoint })}
        </Finding>
      )}
      {found.ok === false && (
        <div role="alert" className={css.block}>
          <Finding ok={false}>{t(`log.why.${found.why}`)}</Finding>
          {found.why === 'key' ? <OtherKey onTake={() => take(log.vkey)} /> : <p>{t('log.broken')}</p>}
        </div>
      )}
      {found.ok === 'later' && <p className={css.quiet}>{t('log.later')}</p>}
      {found.ok === null && <p className={css.quiet}>{t('log.unable')}</p>}
      <Code label={t('log.key')} value={log.vkey} />
      <Button look="secondary" icon="refresh" onClick={again}>
        {t('log.again')}
      </Button>
    </div>
  )
}

/** A key never changes by itself, so the old one stays until the player says otherwise. */
function OtherKey({ onTake }: { onTake: () => void }) {
  const { t } = useTranslation('fairness')
  return (
    <>
      <p>{t('log.keyChanged')}</p>
      <Code label={t('log.known')} value={savedHouseKey() ?? ''} />
      <Button look="secondary" onClick={onTake}>
        {t('log.take')}
      </Button>
    </>
  )
}
