// Copying, with the toasts of domain §10.8.
import { texts } from '../i18n/texts.ts'
import { toast } from './toast.tsx'

/** Puts text on the clipboard and says whether it worked. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(texts.t('copied'), 'good')
  } catch {
    toast(texts.t('copyFailed'), 'bad')
  }
}

/** What lies on the clipboard; null when the device does not let it be read, which is said. */
export async function paste(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    toast(texts.t('pasteFailed'), 'bad')
    return null
  }
}
