// Lists to choose from, for filters.
import { accountWords, houseNames, purseNames } from './accounts.ts'
import { t } from '../texts/index.ts'
import { codeWords } from './codes.ts'
import { knownTypes, typeWords } from './events.ts'

type Options = readonly (readonly [string, string])[]

/** Every account, players' first. */
export const accountOptions = (): Options =>
  [...purseNames, ...houseNames].map((name) => [name, accountWords(name)])

/** Every type of event, in the order of the alphabet. */
export const typeOptions = (): Options =>
  knownTypes
    .map((name) => [name, typeWords(name)] as const)
    .toSorted((one, other) => one[1].localeCompare(other[1], t.locale))

/** Types of streams. */
export const streamOptions = (): Options =>
  [
    'player',
    'withdrawal',
    'topup',
    'kyc',
    'treasury',
    'red_packet',
    'stock',
    'rank',
    'config',
    'config_section',
    'staff',
    'proposal',
  ].map((name) => [name, codeWords(name)])
