// The desks: screens where staff decide something.
import type { Screen } from '../app/screens.ts'

export const desks: readonly Screen[] = []
