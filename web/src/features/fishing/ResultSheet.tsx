/**
 * The end of a dive. It celebrates only when more came up than was staked; everything else is shown plainly (domain
 * §2.1 rule 9).
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DiveResult } from '../../api/endpoints.gen.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatAmount } from '../../shared/money.ts'
import { useTeamInfoQuery } from '../../api/shared.ts'
import { useInviteShare } from '../../ui/useInviteShare.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Diamonds } from './Diamonds.tsx'
import { DiveMaths } from './DiveMaths.tsx'
import { isWin, netOf } from './model.ts'
import { ThingPicture } from './Picture.tsx'
import { Receipt } from './Receipt.tsx'
import css from './Sheets.module.css'

/** Open while there is a result; "Dive again" starts with the same stake and level. */
export function ResultSheet({
  result,
  diamonds,
  onClose,
  onAgain,
}: {
  result: DiveResult | null
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
            {t('result.again')}
            <Diamonds count={diamonds} onAccent />
          </Button>
        </div>
      }
    >
      {result !== null && (
        <>
          {win ? (
            <Celebration result={result} />
          ) : (
            <p className={css.plain}>
              <Amount value={result.payout} asset={result.credited_as} />
            </p>
          )}
          <DiveMaths result={result} />
          <ReceiptFold key={result.dive_id} diveId={result.dive_id} onLeave={onClose} />
        </>
      )}
    </Sheet>
  )
}

function Celebration({ result }: { result: DiveResult }) {
  const { t } = useTranslation(['dives', 'fishing'])
  return (
    <div className={css.win}>
      <div className={css.rays} aria-hidden />
      <ThingPicture name="chestOpen" />
      <p className={css.winLabel}>{t('result.profit')}</p>
      <p className={css.winValue}>
        <Amount value={netOf(result)} asset="gusd" icon={false} signed />
      </p>
      <ShareCatch result={result} />
    </div>
  )
}

/** Only a profit is offered for sharing. */
function ShareCatch({ result }: { result: DiveResult }) {
  const { t } = useTranslation(['dives', 'fishing'])
  const { t: common } = useTranslation()
  const share = useInviteShare(useTeamInfoQuery().data)
  const text = t('result.shareText', {
    profit: `${formatAmount(netOf(result), 'gusd')} ${common(`asset.${result.credited_as}`)}`,
  })
  return (
    <Button
      className={css.share}
      look="plain"
      icon="share"
      disabled={!share}
      onClick={() => void share?.(text)}
    >
      {t('result.share')}
    </Button>
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
