// A text, or bytes, as a file of the reader's own machine.

/** Offers the text as a download. */
export function saveText(name: string, text: string): void {
  save(name, new Blob([text], { type: 'text/plain' }))
}

/** Offers bytes as a download. */
export function saveBytes(name: string, type: string, bytes: Uint8Array<ArrayBuffer>): void {
  save(name, new Blob([bytes], { type }))
}

function save(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
