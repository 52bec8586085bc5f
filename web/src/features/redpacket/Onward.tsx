// What follows: share the packet while others can open it too, or go to the game.
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useTeamInfoQuery } from '../../api/endpoints.gen.ts'
import { share } from '../../platform/share.ts'
import { Button } from '../../ui/Button.tsx'
import { copy } from '../../ui/clipboard.ts'
import { formatAmount, type AssetName } from '../../ui/money.ts'
import { toast } from '../../ui/toast.tsx'
import { packetLink } from './link.ts'
import css from './Packet.module.css'

type Props = { code: string; amount: string | null; asset: AssetName; shareable: boolean }

/** Sharing needs an invite code of somebody else first (SPEC 6, refusal 7004). */
export function Onward({ code, amount, asset, shareable }: Props) {
  const { t } = useTranslation('red')
  const { t: common } = useTranslation()
  const { t: errors } = useTranslation('errors')
  const { data: team } = useTeamInfoQuery()
  const navigate = useNavigate()
  const send = async () => {
    if (!team) return
    if (!team.invite_entered) {
      toast(errors('7004'), 'bad')
      void navigate('/invite/index')
      return
    }
    const link = packetLink(team.invite_link, code)
    const text = amount === null ? t('share.text') : t('share.mine', { amount: `${formatAmount(amount, asset)} ${common(`asset.${asset}`)}` })
    if ((await share(link, text)) === 'unavailable') await copy(link)
  }
  return (
    <div className={css.onward}>
      {shareable && <Button size="l" wide icon="share" look={amount === null ? 'plain' : 'primary'} disabled={!team} onClick={() => void send()}>{t(amount === null ? 'share.do' : 'share.joy')}</Button>}
      <Link className={css.game} to="/">{t('game')}</Link>
    </div>
  )
}
