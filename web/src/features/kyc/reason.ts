// Why a check failed, in plain words. Reviewers use names; one that this build has no words for is shown as it is.
import { texts } from '../../i18n/texts.ts'

/** The words for a reason, in the language in force; the namespace must be loaded. */
export function reasonText(reason: string): string {
  return texts.t(`reason.${reason}`, { ns: 'kyc', defaultValue: reason.replaceAll('_', ' ') })
}
