import 'react'

declare module 'react' {
  /** Custom properties that parts hand to their styles. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined
  }
}

declare global {
  /** Reads files in a worker without waiting; the page's own types do not know it. */
  class FileReaderSync {
    readAsArrayBuffer(blob: Blob): ArrayBuffer
  }
}
