// What follows: share the packet while others can open it too, or go to the game.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { formatAmount, type AssetName } from '../../shared/money.ts'
import { useTeamInfoQuery } from '../../api/shared.ts'
import { useInviteShare } from '../../ui/useInviteShare.ts'
import { packetLink } from './link.ts'
import type { RedpacketState } from '../../api/endpoints.gen.ts'
import css from './Packet.module.css'

type Props = { code: string; amount: string | null; asset: AssetName; state: RedpacketState }

/** The way on; a packet that others can still open, or soon can, may be shared first. */
export function Onward({ code, amount, asset, state }: Props) {
  const { t } = useTranslation('red')
  const { t: common } = useTranslation()
  const shareLink = useInviteShare(useTeamInfoQuery().data)
  const text =
    amount === null
      ? t(state === 'waiting' ? 'share.soon' : 'share.text')
      : t('share.mine', { amount: `${formatAmount(amount, asset)} ${common(`asset.${asset}`)}` })
  return (
    <div className={css.onward}>
      {(state === 'open' || state === 'waiting') && (
        <Button
          size="l"
          wide
          icon="share"
          look={amount === null ? 'plain' : 'primary'}
          disabled={!shareLink}
          onClick={() => void shareLink?.(text, { linkOf: (link) => packetLink(link, code) })}
        >
          {t(amount === null ? 'share.do' : 'share.joy')}
        </Button>
      )}
      <Link className={css.game} to="/">
        {t('game')}
      </Link>
    </div>
  )
}
