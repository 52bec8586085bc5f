// Keys are checked by the compiler against the English texts.
import type common from './en/common.json'
import type errors from './en/errors.json'
import type fairness from './en/fairness.json'
import type home from './en/home.json'
import type info from './en/info.json'
import type terms from './en/terms.json'
import type wallet from './en/wallet.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      common: typeof common
      dives: Record<string, string>
      errors: typeof errors
      fairness: typeof fairness
      fishing: Record<string, string>
      home: typeof home
      info: typeof info
      terms: typeof terms
      wallet: typeof wallet
    }
  }
}
