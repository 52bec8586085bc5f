// Sentences about the house: configuration, stocks, and what staff did.
import { date, inside, items, short, shortWords, text, word, type Sentences } from '../../../words/fields.ts'
import { exportingEn } from '../exporting.ts'
import { because, plural } from './pieces.ts'

const lot = (of: unknown) => {
  const [kind, fields] = Object.entries(inside(of))[0] ?? []
  return kind
    ? `${kind} ${Object.values(inside(fields))
        .map((value) => text(value))
        .join('/')}`
    : word(of)
}

const list = (of: unknown) => exportingEn.exportList.lists[text(of)] ?? text(of)

const names = (of: unknown) => items(of).map(word).join(', ') || 'none'

export const houseSentences = {
  ConfigPublished: ({ version }) => `Configuration ${text(version)} in force`,
  ConfigProposed: ({ section, version, author, reason, effective_at }) =>
    `${text(author)} proposed version ${text(version)} of ${text(section)} from ${date(effective_at)}` +
    because(reason),
  ConfigApproved: ({ version, approver, effective_at }) =>
    `${text(approver)} approved version ${text(version)}, in force from ${date(effective_at)}`,
  ConfigRejected: ({ version, by, reason }) =>
    `${text(by)} rejected version ${text(version)}${because(reason)}`,
  StockOpened: ({ lot: of, capacity, until }) =>
    `Stock of ${lot(of)} opened with ${text(capacity)} unit${plural(capacity)}${until ? ` until ${date(until)}` : ''}`,
  StockResized: ({ capacity }) => `Stock resized to ${text(capacity)} unit${plural(capacity)}`,
  StockTaken: ({ taker, purpose, units, left }) =>
    `${short(taker)} took ${text(units)} to ${word(purpose)}; ${text(left)} left`,
  StockGivenBack: ({ lot: of, units, late }) =>
    `${text(units)} of ${lot(of)} came back${late === true ? ', too late to be used again' : ''}`,
  StockClosed: ({ lot: of, left }) => `Stock of ${lot(of)} closed with ${text(left)} left`,
  StaffAdded: ({ name, roles, by, reason }) =>
    `${text(by)} gave ${text(name)} an account (${names(roles)})${because(reason)}`,
  StaffRolesSet: ({ roles, by, reason }) => `${text(by)} set the roles to ${names(roles)}${because(reason)}`,
  StaffDisabled: ({ by, reason }) => `Account closed by ${text(by)}${because(reason)}`,
  StaffEnabled: ({ by, reason }) => `Account opened again by ${text(by)}${because(reason)}`,
  StaffCredentialsReset: ({ by, reason }) =>
    `Password and authenticator made void by ${text(by)}${because(reason)}`,
  StaffActivated: () => 'Activated the account, with a password and an authenticator of one’s own',
  StaffPasswordChanged: () => 'Changed the own password',
  StaffSessionOpened: ({ expires_at }) => `Signed in to the console, until ${date(expires_at)} at most`,
  StaffSessionEnded: () => 'Signed out of the console',
  StaffLocked: ({ failures, until }) =>
    `Guessed at: ${text(failures)} wrong logins in a row from one address, shown until ${date(until)}`,
  StaffActed: ({ call, subject, reason }) =>
    `Used ${text(call)}${text(subject) ? ` on ${shortWords(subject)}` : ''}${because(reason)}`,
  StaffReadPersonal: ({ call, player, what, reason }) =>
    `Read personal data (${word(what)}) of ${short(player)} by ${text(call)}${because(reason)}`,
  StaffLooked: ({ call, subject, reason }) =>
    `Looked with ${text(call)}${text(subject) ? ` at ${shortWords(subject)}` : ''}${because(reason)}`,
  ExportMade: ({ what, format, reason, by, files }) =>
    `${text(by)} took out ${list(what)} as ${text(format)}; files: ${String(items(files).length)}${because(reason)}`,
  ExportMissed: ({ what }) => `An export of ${list(what)} that was due was not made`,
  ExportScheduled: ({ schedule }) =>
    `Set up an export of ${list(inside(schedule).what)} each ${text(inside(schedule).every)}` +
    because(inside(schedule).reason),
  ExportScheduleStopped: ({ by, reason }) => `${text(by)} stopped an export by schedule${because(reason)}`,
  BookmarkSaved: ({ bookmark }) =>
    `Saved the view “${text(inside(bookmark).title)}”` +
    (inside(bookmark).is_shared === true ? ' for all staff' : ''),
  BookmarkForgotten: ({ by, reason }) => `${text(by)} forgot a saved view${because(reason)}`,
  StaffKeyProposed: ({ key }) => `Proposed a key to sign with (${word(inside(key).kind)})`,
  StaffKeyApproved: ({ account, by, reason }) =>
    `${text(by)} approved a key of ${text(account)}${because(reason)}`,
  StaffKeyRevoked: ({ by, reason }) => `A key was revoked by ${text(by)}${because(reason)}`,
  Proposed: ({ kind, maker, reason }) => `${text(maker)} proposed: ${word(kind)}${because(reason)}`,
  Withdrawn: ({ by, reason }) => `Taken back by ${text(by)}${because(reason)}`,
  Done: ({ code }) =>
    text(code) === '0' ? 'Carried out' : `Could not be carried out: refused with ${text(code)}`,
  DayClosed: ({ day, is_balanced, by }) =>
    `Day ${text(day)} closed by ${text(by)}: ` +
    (is_balanced === true ? 'everything adds up' : 'something does NOT add up'),
  PeriodClosed: ({ sequence, period, proposer, approver }) =>
    `Month ${text(period)} closed as number ${text(sequence)}: ` +
    `proposed by ${text(proposer)}, approved by ${text(approver)}`,
  SpanClosed: ({ period, proposer, approver }) =>
    `${text(period)} closed as the sum of its months: ` +
    `proposed by ${text(proposer)}, approved by ${text(approver)}`,
  SamplePlanned: ({ of, by }) => `${text(by)} planned a sample of ${text(of)}`,
  SampleDrawn: ({ by, words }) => `${text(by)} drew the sample with the words “${text(words)}”`,
  SampleTested: ({ by, item }) => `${text(by)} wrote down the result of line ${Number(item) + 1}`,
  SampleSigned: ({ by }) => `${text(by)} signed the sample`,
  CaseOpened: ({ no, title, by }) => `${text(by)} opened case ${text(no)}: ${text(title)}`,
  CaseCommented: ({ by }) => `${text(by)} wrote a comment`,
  CaseAttached: ({ by, media_type }) => `${text(by)} attached a file (${text(media_type)})`,
  CaseAssigned: ({ to, by }) =>
    text(to) ? `${text(by)} gave the case to ${text(to)}` : `${text(by)} gave the case to nobody`,
  CaseClosed: ({ by, outcome }) => `${text(by)} closed the case: ${text(outcome)}`,
  CaseReopened: ({ by, reason }) => `${text(by)} opened the case again${because(reason)}`,
} satisfies Sentences
