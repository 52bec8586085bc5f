/** More came up than was staked: the profit counts up and its coins fly to the balance. Nothing else is celebrated. */
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { DiveResult } from '../../api/endpoints.gen.ts'
import { useTeamInfoQuery } from '../../api/shared.ts'
import { formatAmount } from '../../shared/money.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { offersStories } from '../../platform/share.ts'
import { flyCoins } from '../../ui/flyCoins.ts'
import { useInviteShare } from '../../ui/useInviteShare.ts'
import type { Best } from './best.ts'
import { netOf } from './model.ts'
import { ThingPicture } from './Picture.tsx'
import { useCountUp } from './useCountUp.ts'
import css from './Sheets.module.css'

/** The sheet comes up first. */
const coinsAfterMs = 400

/** Shown once for a result. */
export function Celebration({ result, best }: { result: DiveResult; best: Best | null }) {
  const { t } = useTranslation(['dives', 'fishing'])
  const value = useRef<HTMLParagraphElement>(null)
  const profit = useCountUp(netOf(result))
  useEffect(() => {
    // Bonus tokens stand below the tokens in the bar.
    const timer = setTimeout(() => value.current && void flyCoins(value.current, 'gusd'), coinsAfterMs)
    return () => clearTimeout(timer)
  }, [result.dive_id])
  return (
    <div className={css.win}>
      <div className={css.rays} aria-hidden />
      <ThingPicture name="chestOpen" />
      <p className={css.winLabel}>{t('result.profit')}</p>
      <p ref={value} className={css.winValue}>
        <Amount value={profit} asset="gusd" icon={false} signed />
      </p>
      <ShareCatch result={result} best={best} />
    </div>
  )
}

/** Only a profit is offered for sharing. */
function ShareCatch({ result, best }: { result: DiveResult; best: Best | null }) {
  const { t } = useTranslation(['dives', 'fishing'])
  const { t: common } = useTranslation()
  const share = useInviteShare(useTeamInfoQuery().data)
  const profit = `${formatAmount(netOf(result), 'gusd', { signed: true })} ${common(`asset.${result.credited_as}`)}`
  const text = t('result.shareText', { profit: profit.slice(1) })
  const picture = async () => {
    if (best === null) return null
    const { catchPicture } = await import('./catchPicture.ts')
    const fish = t(`fish.${best.id}`, { defaultValue: t('fish.unknown') })
    return catchPicture(best.id, { product: common('title'), fish, profit })
  }
  return (
    <>
      <Button
        className={css.share}
        look="plain"
        icon="share"
        disabled={!share}
        onClick={() => void share?.(text, { picture })}
      >
        {t('result.share')}
      </Button>
      {best !== null && offersStories() && (
        <Button
          className={css.share}
          look="plain"
          icon="camera"
          disabled={!share}
          onClick={() =>
            void share?.(text, { story: async () => (await import('./stories.ts')).storyOf(best.id) })
          }
        >
          {t('result.story')}
        </Button>
      )}
    </>
  )
}
