// The link that brings a friend to a packet: the player's own invite link with the packet's code in its start
// parameter, `r_<scode>__p_<code>` (domain §3.1).

/** The invite link with the packet in it; the plain link when it has no start parameter. */
export function packetLink(inviteLink: string, code: string): string {
  return /[?&]startapp=r_[^&]+$/.test(inviteLink) ? `${inviteLink}__p_${code}` : inviteLink
}

/** A code as it is written: case and spaces come from messages. */
export function tidyCode(text: string): string {
  return text
    .replace(/[^0-9a-z]/gi, '')
    .toUpperCase()
    .slice(0, 10)
}
