// Sentences about a person: who joined, identity, limits, freezes, personal data.
import {
  amount,
  date,
  inside,
  items,
  length,
  short,
  text,
  word,
  type Sentences,
} from '../../../words/fields.ts'
import { because, plural } from './pieces.ts'

const limit = (setting: unknown) => {
  const { field, value } = inside(setting)
  if (value === null || value === undefined) return `${word(field)} limit removed`
  return `${word(field)} limit set to ${/^\d+$/.test(text(value)) ? text(value) : amount(value, 'usdt')}`
}

export const personSentences = {
  PlayerRegistered: ({ tg_id, scode, lang }) =>
    `Joined with messenger id ${text(tg_id)}, invitation code ${text(scode)}, language ${text(lang)}`,
  InviterBound: ({ inviter, by }) =>
    `Invited by ${text(inside(inviter)['scode']) || short(inside(inviter)['player'])} (${word(by)})`,
  HouseBound: ({ scode, by }) =>
    `Entered our official code ${text(scode)} (${word(by)}); nobody invited them`,
  TermsAccepted: ({ version }) => `Accepted terms version ${text(version)}`,
  CountrySeen: ({ country, source }) => `Seen in ${text(country)} by ${word(source)}`,
  LimitSet: ({ setting, effective_at }) =>
    `${limit(setting).replace(/^./, (first) => first.toUpperCase())}, from ${date(effective_at)}`,
  SelfExcluded: ({ kind, days, until }) =>
    `${text(kind) === 'cool_off' ? 'Takes a break' : 'Excluded themselves'} for ${text(days)} day${plural(days)}, ` +
    `until ${date(until)}`,
  MessagesChosen: ({ topics, lang }) => {
    const on = Object.entries(inside(topics)).filter(([, chosen]) => chosen === true)
    return `Lets the bot write about ${on.map(([topic]) => topic).join(', ') || 'nothing'}, in ${text(lang)}`
  },
  MessagesBlocked: () => 'Blocked the bot, or never started it',
  PlayerFrozen: ({ staff, reason }) => `Frozen by ${text(staff)}${because(reason)}`,
  PlayerUnfrozen: ({ staff, reason }) => `Unfrozen by ${text(staff)}${because(reason)}`,
  ErasureRequested: ({ staff, approver, reason, erase_at }) =>
    text(approver) === ''
      ? `Erasure of personal data asked for by ${text(staff)}${because(reason)}; on ${date(erase_at)}`
      : `Erasure of personal data, proposed by ${text(staff)}, approved by ${text(approver)}${because(reason)}; ` +
        `on ${date(erase_at)}`,
  ErasureCancelled: ({ staff, reason }) => `Erasure cancelled by ${text(staff)}${because(reason)}`,
  DataErased: ({ key_id }) => `Personal data erased: key ${text(key_id)} destroyed`,
  KycStatusChanged: ({ status }) => `Identity is now: ${word(status)}`,
  KycSubmitted: ({ country, images, submission }) =>
    `Documents handed in (${text(images)} image${plural(images)}, ${text(country)}), submission ${short(submission)}`,
  KycSentToVendor: ({ reference }) => `Sent to the vendor as ${text(reference)}`,
  KycOpened: ({ by, reason, with_images }) =>
    `Looked at by ${text(by)}${with_images === true ? ', with images' : ''}${because(reason)}`,
  KycDecided: ({ verdict, reasons, by }) =>
    `Decided by ${text(by)}: ${word(verdict)}${length(reasons) > 0 ? ` (${items(reasons).map(word).join(', ')})` : ''}`,
  KycReset: ({ by, approver, reason }) =>
    text(approver) === ''
      ? `Identity check begun anew by ${text(by)}${because(reason)}`
      : `Identity check begun anew, proposed by ${text(by)}, approved by ${text(approver)}${because(reason)}`,
} satisfies Sentences
