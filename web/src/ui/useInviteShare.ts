// Sharing something with the player's invite link. It needs an invite code of somebody else first (domain §10.6,
// refusal 7004): without one it leads to where the code is entered. Where nothing can be shared with, the link is
// copied.
import { useTranslation } from '../i18n/useTranslation.ts'
import { useNavigate } from 'react-router'
import { share, sharePicture, shareStory } from '../platform/share.ts'
import { copy } from './clipboard.ts'
import { toast } from './toast.tsx'

type More = {
  /** Makes another link of the invite link. */
  linkOf?: (inviteLink: string) => string
  /** Goes along where the device takes pictures. */
  picture?: () => Promise<File | null>
  /** Address of a picture that is posted as a story instead. */
  story?: () => Promise<string>
}
type Share = (text: string, more?: More) => Promise<void>
/** What is known of the player's invitations. */
type Inviter = { invite_entered: boolean; invite_link: string }

/** Shares a text with the invite link; null until that is known. */
export function useInviteShare(team: Inviter | undefined): Share | null {
  const { t: errors } = useTranslation('errors')
  const navigate = useNavigate()
  if (!team) return null
  return async (text, { linkOf, picture, story }: More = {}) => {
    if (!team.invite_entered) {
      toast(errors('7004'), 'bad')
      void navigate('/invite/index')
      return
    }
    const link = linkOf?.(team.invite_link) ?? team.invite_link
    if (story) return shareStory(await story(), link, text)
    const file = (await picture?.()) ?? null
    if (file !== null && (await sharePicture(file, link, text)) !== 'unavailable') return
    if ((await share(link, text)) === 'unavailable') await copy(link)
  }
}
