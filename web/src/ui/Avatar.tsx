// The picture of a player, where the messenger has one that the page may show (web §7); else what stands there anyway.
import { useState, type ReactNode } from 'react'
import css from './Avatar.module.css'

/** Pictures of the messenger; the page's policy allows no others. */
const from = 'https://t.me/'

/** `children` is shown without a picture, and when it cannot be had. */
export function Avatar({ address, children }: { address: string; children: ReactNode }) {
  const [failed, setFailed] = useState('')
  if (!address.startsWith(from) || failed === address) return children
  return (
    <img
      className={css.avatar}
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(address)}
    />
  )
}
