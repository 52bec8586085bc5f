// Copying, with the toasts of domain §10.8.
import i18next from 'i18next'
import { toast } from './toast.tsx'

/** Puts text on the clipboard and says whether it worked. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(i18next.t('copied'), 'good')
  } catch {
    toast(i18next.t('copyFailed'), 'bad')
  }
}

/** What lies on the clipboard; null when the device does not let it be read, which is said. */
export async function paste(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    toast(i18next.t('pasteFailed'), 'bad')
    return null
  }
}
