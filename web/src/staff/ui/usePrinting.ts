// Paper shows a list to its end. Before the page is printed every list fetches the pages that it has not shown, up to a
// bound, and draws every row, since paper does not scroll.
import { useEffect, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { Pages } from './usePages.ts'

/** Rows of one list on paper at most: some sixty sheets. A file is what is read beyond that. */
export const printedMax = 2_000

/** When the paper that is being laid out was asked for, by the clock of this machine. */
let printedMs: number | null = null
let isAsked = false
/** The lists on the screen, and whether each has all that will be printed. */
const lists = new Map<object, boolean>()
const listeners = new Set<() => void>()

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function say(): void {
  for (const listener of listeners) listener()
}

/** The browser takes its picture right after the event, so what depends on it is drawn before the listener returns. */
const printing = (isBegin: boolean) => () => {
  printedMs = isBegin ? Date.now() : null
  flushSync(say)
}
addEventListener('beforeprint', printing(true))
addEventListener('afterprint', printing(false))

/** Prints as soon as every list is whole. */
export function print(): void {
  isAsked = true
  say()
  printWhole()
}

function printWhole(): void {
  if (!isAsked || [...lists.values()].includes(false)) return
  isAsked = false
  say()
  // What came last is drawn first.
  setTimeout(() => globalThis.print())
}

/** True from the moment the browser lays out paper until it is done. */
export function usePrinting(): boolean {
  return usePrintedMs() !== null
}

/** When the browser began to lay out paper; null while it does not. */
export function usePrintedMs(): number | null {
  return useSyncExternalStore(watch, () => printedMs)
}

/** True while lists fetch what is going to be printed. */
export function usePrintAsked(): boolean {
  return useSyncExternalStore(watch, () => isAsked)
}

/** Fetches all pages of a list once somebody wants to print. */
export function useWholeOnPaper<Row>(pages: Pages<Row> | undefined): void {
  const asked = usePrintAsked()
  const { more = false, state = 'ready', rows = [], loadMore } = pages ?? {}
  const isWhole = state === 'failed' || (state === 'ready' && (!more || rows.length >= printedMax))
  useEffect(() => {
    if (asked && state === 'ready' && !isWhole) loadMore?.()
  }, [asked, state, isWhole, loadMore])
  useEffect(() => {
    const list = {}
    lists.set(list, isWhole)
    printWhole()
    return () => {
      lists.delete(list)
    }
  }, [isWhole])
}
