import 'react'

declare module 'react' {
  /** Custom properties that parts hand to their styles. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined
  }
}
