// The product's own icons as one-colour strokes on a 24 x 24 grid. No font, no emoji: a bare
// machine has neither, and these follow the text colour.
import type { ReactNode } from 'react'
import css from './Icon.module.css'

const drawings = {
  coin: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M14.8 9.2a4 4 0 1 0 0 5.6" />
    </>
  ),
  diamond: (
    <>
      <path d="M7.5 4.5h9L21 10l-9 9.5L3 10z" />
      <path d="M3 10h18M9 10l3 9 3-9-3-5.5z" />
    </>
  ),
  gusd: (
    <>
      <path d="M12 3c4.5 0 8.5 3.2 8.5 8 0 6-5 10-8.5 10s-8.5-4-8.5-10c0-4.8 4-8 8.5-8z" />
      <path d="M8 9.5c1.3-1.3 2.7-1.3 4 0s2.7 1.3 4 0M8 14c1.3-1.3 2.7-1.3 4 0s2.7 1.3 4 0" />
    </>
  ),
  /** Tokens under a lock: they are not spent before they are unlocked. */
  gusd_bonus: (
    <>
      <path d="M5 10.5h14V20H5zM8 10.5V8a4 4 0 0 1 8 0v2.5" />
      <path d="M8 15.2c1.3-1.3 2.7-1.3 4 0s2.7 1.3 4 0" />
    </>
  ),
  usdt: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M8 8h8M12 8v9M7.5 11.5c0 2 9 2 9 0" />
    </>
  ),
  /** Money that waits for the end of a withdrawal. */
  usdt_hold: (
    <>
      <path d="M7 3.5h10m-10 17h10" />
      <path d="M8 3.5v3.2c0 2.2 4 3.4 4 5.3s-4 3.1-4 5.3v3.2M16 3.5v3.2c0 2.2-4 3.4-4 5.3s4 3.1 4 5.3v3.2" />
    </>
  ),
  coupon: (
    <>
      <path d="M3.5 7h17v3.2a1.9 1.9 0 0 0 0 3.6V17h-17v-3.2a1.9 1.9 0 0 0 0-3.6z" />
      <path d="M14 7v2m0 2v2m0 2v2" />
    </>
  ),
  bell: (
    <>
      <path d="M6.5 16v-5a5.5 5.5 0 0 1 11 0v5l1.5 2H5z" />
      <path d="M10 20.5h4M12 3.5v2" />
    </>
  ),
  fish: (
    <>
      <path d="M3 12c3-5 8-6.5 12-4.5 1.5.8 2.5 1.8 3.2 2.8L21.5 8v8l-3.3-2.3c-.7 1-1.7 2-3.2 2.8C11 18.5 6 17 3 12z" />
      <path d="M7.6 11.3v.1M11.5 9c1.3 2 1.3 4 0 6" />
    </>
  ),
  hook: (
    <>
      <circle cx="14" cy="4.5" r="1.7" />
      <path d="M14 6.2V15a5 5 0 0 1-10 0v-2l2.8 2" />
    </>
  ),
  gift: (
    <>
      <path d="M4 11h16v9H4zM3 7h18v4H3zM12 7v13" />
      <path d="M12 7C9.5 7 7.5 6.2 7.5 4.6 7.5 2.4 11 2.6 12 7zm0 0c2.5 0 4.5-.8 4.5-2.4C16.5 2.4 13 2.6 12 7z" />
    </>
  ),
  wallet: (
    <>
      <path d="M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3M4 7.5V17a2.5 2.5 0 0 0 2.5 2.5H20V8H4.6" />
      <path d="M16.5 13.7v.1" />
    </>
  ),
  calendar: (
    <>
      <path d="M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8" />
      <path d="m9 15 2.2 2.2L15.5 13" />
    </>
  ),
  shield: (
    <>
      <path d="M12 3l7.5 2.8V11c0 5-3.3 8.3-7.5 10-4.2-1.7-7.5-5-7.5-10V5.8z" />
      <path d="m8.8 11.8 2.3 2.3 4.2-4.4" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5.5M12 7.5v.1" />
    </>
  ),
  history: (
    <>
      <path d="M4.5 12a7.5 7.5 0 1 0 2.3-5.4L4.5 8.8" />
      <path d="M4.5 4.5v4.3h4.3M12 8v4.4l3 1.8" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.2l3.5 2" />
    </>
  ),
  check: <path d="m4.5 12.5 5 5 10-11" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  chevron: <path d="m9 5 7 7-7 7" />,
  down: <path d="m5 9 7 7 7-7" />,
  back: <path d="M15 5l-7 7 7 7" />,
  lock: (
    <>
      <path d="M5.5 11h13v9h-13zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" />
    </>
  ),
  mine: (
    <>
      <circle cx="12" cy="12.5" r="5.5" />
      <path d="M12 7V3.5M12 21.5V18M17.5 12.5H21M3 12.5h3.5M16 8.5l2.4-2.4" />
      <path d="M5.6 18.9 8 16.5M16 16.5l2.4 2.4M5.6 6.1 8 8.5" />
    </>
  ),
  chest: (
    <>
      <path d="M3.5 11V9A4.5 4.5 0 0 1 8 4.5h8A4.5 4.5 0 0 1 20.5 9v2zM3.5 11h17v8.5h-17z" />
      <path d="M10.5 11h3v3.5h-3z" />
    </>
  ),
  alert: (
    <>
      <path d="M12 4 2.8 20h18.4z" />
      <path d="M12 10v4.5M12 17.3v.1" />
    </>
  ),
  offline: (
    <>
      <path d="M3 3l18 18M8.7 15.2a5 5 0 0 1 6.6 0M5.3 11.5a10 10 0 0 1 4-2.4M14.5 9.1c1.6.4 3 1.2 4.2 2.4" />
      <path d="M2.5 8a14 14 0 0 1 4.3-2.8M11 4.1c3.9-.2 7.6 1.2 10.5 3.9" />
      <path d="M12 19v.1" />
    </>
  ),
  refresh: (
    <>
      <path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4l2.3 2.2" />
      <path d="M19.5 4.5v4.3h-4.3" />
    </>
  ),
  swap: <path d="M4 8.5h14m-4-4 4 4-4 4M20 15.5H6m4 4-4-4 4-4" />,
  copy: (
    <>
      <path d="M9 9h11v11H9z" />
      <path d="M15 9V4H4v11h5" />
    </>
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c3 2.5 3.5 5.5 3.5 8.5s-.5 6-3.5 8.5c-3-2.5-3.5-5.5-3.5-8.5s.5-6 3.5-8.5z" />
    </>
  ),
  anchor: (
    <>
      <circle cx="12" cy="5" r="2" />
      <path d="M12 7v13M8 10.5h8M4 13c.5 4.5 4 7 8 7s7.5-2.5 8-7" />
    </>
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  up: <path d="m5 15 7-7 7 7" />,
  share: (
    <>
      <path d="M12 15V3.5M7.5 8 12 3.5 16.5 8" />
      <path d="M5 12v8h14v-8" />
    </>
  ),
  document: (
    <>
      <path d="M6 3.5h8l4 4v13H6z" />
      <path d="M9 12h6M9 16h6M13.5 3.5V8H18" />
    </>
  ),
  percent: (
    <>
      <circle cx="7.5" cy="7.5" r="2.5" />
      <circle cx="16.5" cy="16.5" r="2.5" />
      <path d="M18.5 5.5l-13 13" />
    </>
  ),
  people: (
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.5 19.5c.6-3.6 3.2-5.4 6.5-5.4s5.9 1.8 6.5 5.4M15.5 5.3a3.5 3.5 0 0 1 0 6.4" />
      <path d="M18 14.6c1.9.7 3.100 2.3 3.5 4.9" />
    </>
  ),
  trophy: (
    <>
      <path d="M7.5 4h9v6.5a4.5 4.5 0 0 1-9 0zM7.5 6H4v1.5A3.5 3.5 0 0 0 7.5 11M16.5 6H20v1.5a3.5 3.5 0 0 1-3.5 3.5" />
      <path d="M12 15v3.5M8 20h8" />
    </>
  ),
  camera: (
    <>
      <path d="M3.5 7.5h4L9 5h6l1.5 2.5h4V19h-17z" />
      <circle cx="12" cy="13" r="3.5" />
    </>
  ),
  qr: (
    <>
      <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4z" />
      <path d="M14 14h2.5v2.5M20 14v.1M20 17.5V20h-3M14 20v.1" />
    </>
  ),
  device: (
    <>
      <rect x="7" y="3" width="10" height="18" rx="2" />
      <path d="M11 17.8h2" />
    </>
  ),
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20c.8-4 3.8-6 7.5-6s6.7 2 7.5 6" />
    </>
  ),
} satisfies Record<string, ReactNode>

/** Names of the drawings. */
export type IconName = keyof typeof drawings
/** All of them. */
export const iconNames = Object.keys(drawings) as IconName[]

/** An icon in the colour and size of the surrounding text; `label` only when it stands alone. */
export function Icon({
  name,
  label,
  className,
}: {
  name: IconName
  label?: string
  className?: string | undefined
}) {
  return (
    <svg
      className={className ? `${css.icon} ${className}` : css.icon}
      viewBox="0 0 24 24"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {drawings[name]}
    </svg>
  )
}
