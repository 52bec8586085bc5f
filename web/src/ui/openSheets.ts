// The sheets that are open, the one on top last, and the short time in which taps are ignored after a sheet opened or
// closed, a Back, a jump of the page, or the answer to a command: the second tap of a double tap meets whatever came
// up, or stood below, in place of the first one's target.

type Close = () => void

/** Longer than the gap inside a double tap, shorter than a decision. */
export const settleMs = 350

const open: { readonly close: Close }[] = []
const listeners = new Set<() => void>()
let settled: ReturnType<typeof setTimeout> | undefined

/** The sheets as a whole, for whoever has to know whether one is open. */
export const openSheets = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  count: (): number => open.length,
  /** Closes the sheet on top; false when none is open. */
  closeTop(): boolean {
    const top = open.at(-1)
    top?.close()
    return top !== undefined
  },
}

/** Puts a sheet on top; the returned function takes it away. */
export function sheetOpened(close: Close): () => void {
  const sheet = { close }
  open.push(sheet)
  changed()
  return () => {
    open.splice(open.indexOf(sheet), 1)
    changed()
  }
}

/** Whether a tap now would be the rest of an earlier one. */
export function settling(): boolean {
  return 'settling' in document.documentElement.dataset
}

/** Begins the time in which taps are ignored. */
export function settle(): void {
  // `base.css` takes pointers away from everything under this mark.
  const { dataset } = document.documentElement
  dataset['settling'] = ''
  clearTimeout(settled)
  settled = setTimeout(() => delete dataset['settling'], settleMs)
}

function changed(): void {
  settle()
  for (const listener of listeners) listener()
}
