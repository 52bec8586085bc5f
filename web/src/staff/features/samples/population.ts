// How populations and states of monetary-unit samples are shown.
import type { StaffSample } from '../../api/endpoints.gen.ts'
import { t } from '../../texts/index.ts'
import type { Tone } from '../../ui/Badge.tsx'
import { accountWords } from '../../words/accounts.ts'
import { symbols } from '../../words/money.ts'

export const tones: Readonly<Record<string, Tone>> = { planned: 'warn', drawn: 'warn', signed: 'good' }

/** An account, a class of the chart, or all players' accounts, with the asset. */
export function populationOf({ of, asset }: Pick<StaffSample, 'of' | 'asset'>): string {
  const [kind = '', name = ''] = of.split(' ')
  const known: Readonly<Record<string, string>> = {
    class: t.unitSamples.classes[name] ?? name,
    account: accountWords(name),
  }
  return `${known[kind] ?? t.unitSamples.players}, ${symbols[asset] ?? asset}`
}
