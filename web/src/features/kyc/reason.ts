// Why a check failed, in plain words. Reviewers use names; one that this build has no words for is shown as it is.
import i18next from 'i18next'

/** The words for a reason, in the language in force; the namespace must be loaded. */
export function reasonText(reason: string): string {
  return i18next.t(`reason.${reason}`, { ns: 'kyc', defaultValue: reason.replaceAll('_', ' ') })
}
