// What stands on the screen. One folder per language with the same shape: a text that is missing does not compile.
//
// `t` is read when something is drawn, never when a module is loaded: a constant that keeps a text would keep its
// language. Lists that are made once hold functions (`title: () => t.…`).
import { en } from './en/index.ts'

export type Texts = typeof en

/** The texts in force. */
export let t: Texts = en

/** Puts the texts of another language in force; who calls this draws the console anew. */
export function setTexts(texts: Texts): void {
  t = texts
}
