/**
 * The end of a dive. It celebrates only when more came up than was staked; everything else is shown plainly (domain
 * §2.1 rule 9).
 */
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import type { DiveResult } from '../../api/endpoints.gen.ts'
import { isPositive } from '../../shared/money.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Celebration } from './Celebration.tsx'
import { Diamonds } from './Diamonds.tsx'
import { DiveMaths } from './DiveMaths.tsx'
import type { Best } from './best.ts'
import { isWin } from './model.ts'
import { NewSpecies } from './NewSpecies.tsx'
import { FishPicture } from './Picture.tsx'
import { Receipt } from './Receipt.tsx'
import css from './Sheets.module.css'

/** Open while there is a result; "Dive again" starts with the same stake and level. */
export function ResultSheet({
  result,
  best,
  level,
  diamonds,
  onClose,
  onAgain,
}: {
  result: DiveResult | null
  /** None where no fish came up, or where nobody knows any more. */
  best: Best | null
  /** Where the next dive begins. */
  level: number
  /** What the next dive costs. */
  diamonds: number
  onClose: () => void
  onAgain: () => void
}) {
  const { t } = useTranslation(['dives', 'fishing'])
  const win = result !== null && isWin(result)
  return (
    <Sheet
      open={result !== null}
      title={result === null ? '' : titleOf(result, win, t)}
      onClose={onClose}
      footer={
        <div className={css.buttons}>
          <Button look="secondary" onClick={onClose}>
            {t('result.done')}
          </Button>
          <Button icon="hook" onClick={onAgain}>
            {level === 1 ? t('result.again') : t('diveFrom', { level })}
            <Diamonds count={diamonds} onAccent />
          </Button>
        </div>
      }
    >
      {result !== null && (
        <>
          {win ? (
            <Celebration key={`win ${result.dive_id}`} result={result} best={best} />
          ) : (
            <p className={css.plain}>
              <Amount value={result.payout} asset={result.credited_as} />
            </p>
          )}
          {best !== null && <BestFish best={best} />}
          <NewSpecies diveId={result.dive_id} onLeave={onClose} />
          {result.credited_as === 'gusd_bonus' && isPositive(result.payout, 'gusd') && (
            <Link className={css.locked} to="/home/exchange" onClick={onClose}>
              <Icon name="lock" />
              <span>{t('result.locked')}</span>
              <Icon name="chevron" />
            </Link>
          )}
          <DiveMaths result={result} />
          <ReceiptFold key={result.dive_id} diveId={result.dive_id} onLeave={onClose} />
        </>
      )}
    </Sheet>
  )
}

/** The most valuable fish that came up, said as plainly as the sum below it. */
function BestFish({ best }: { best: Best }) {
  const { t } = useTranslation(['dives', 'fishing'])
  return (
    <p className={css.best}>
      <FishPicture id={best.id} />
      <span>
        <small>{t('result.best')}</small>
        {t(`fish.${best.id}` as 'fish.tuna', { defaultValue: t('fish.unknown') })}
      </span>
      <Amount value={best.value} asset="gusd" />
    </p>
  )
}

function ReceiptFold({ diveId, onLeave }: { diveId: string; onLeave: () => void }) {
  const { t } = useTranslation(['dives', 'fishing'])
  const [open, setOpen] = useState(false)
  return (
    <div className={css.fold}>
      <button type="button" className={css.foldHead} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="shield" />
        {t('receipt.title')}
        <Icon name={open ? 'up' : 'down'} className={css.foldMark} />
      </button>
      {open && <Receipt diveId={diveId} onLeave={onLeave} />}
    </div>
  )
}

function titleOf(result: DiveResult, win: boolean, t: (key: string) => string): string {
  if (result.reason === 'expired') return t('result.expired')
  if (result.reason === 'voided') return t('result.voided')
  if (win) return t('result.win')
  return result.reason === 'bottom' ? t('result.bottom') : t('result.plain')
}
