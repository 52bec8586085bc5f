// The console's words. One file per language with the same shape: a text that is missing does not compile. Screens
// read `t` when they draw, so a language is chosen before anything is drawn.
import { en } from './en/index.ts'

/** The words in force. */
export const t = en
