/** Says that an open dive is not under the seed that was promised to this device, and what to do about it. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Dive } from '../../api/endpoints.gen.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { factsOf, findingsOf, isBroken } from '../../state/deviceValue.ts'
import { useUser } from '../../state/hooks.ts'
import css from './Screen.module.css'

/** Whether the dive is other than promised, also when the answer of its start was lost. */
export function useBroken(dive: Dive | null): boolean {
  const account = useUser()?.user_id ?? ''
  const [broken, setBroken] = useState(false)
  useEffect(() => setBroken(dive !== null && isBroken(findingsOf(account, factsOf(dive)))), [account, dive])
  return broken
}

/** Stays as long as the dive. */
export function BrokenPromise({ dive }: { dive: Dive }) {
  const { t } = useTranslation(['dives', 'fishing'])
  return (
    <div className={css.broken} role="alert">
      <b>{t('broken.title')}</b>
      <p>{t(dive.casts === 0 ? 'broken.fresh' : 'broken.played')}</p>
      <Link to={`/info?section=fairness&dive=${encodeURIComponent(dive.dive_id)}`}>{t('broken.link')}</Link>
    </div>
  )
}
