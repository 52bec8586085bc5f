// Why a withdrawal failed. What staff write is shown as it is; a sentence that the rail stores
// (`api/rails/src/payout.rs`) is shown in the player's language.
import { texts } from '../../i18n/texts.ts'

const stored: Readonly<Record<string, 'cameBack' | 'notDone'>> = {
  'The payment came back': 'cameBack',
  'The payment was not carried out': 'notDone',
}

/** The words for a reason; the namespace must be loaded. */
export function reasonText(reason: string): string {
  const known = stored[reason]
  return known === undefined ? reason : texts.t(`withdraw:why.${known}`)
}
