// Sentences about the house: configuration, stocks, and what staff did.
import { because, date, inside, short, text, word, type Sentences } from './said.ts'

const lot = (of: unknown) => {
  const [kind, fields] = Object.entries(inside(of))[0] ?? []
  return kind ? `${kind} ${Object.values(inside(fields)).map((value) => text(value)).join('/')}` : word(of)
}

export const houseSentences: Sentences = {
  ConfigPublished: ({ version }) => `Configuration ${text(version)} in force`,
  ConfigProposed: ({ section, version, author, reason, effective_at }) => `${text(author)} proposed version ${text(version)} of ${text(section)} from ${date(effective_at)}${because(reason)}`,
  ConfigApproved: ({ version, approver, effective_at }) => `${text(approver)} approved version ${text(version)}, in force from ${date(effective_at)}`,
  ConfigRejected: ({ version, by, reason }) => `${text(by)} rejected version ${text(version)}${because(reason)}`,
  StockOpened: ({ lot: of, capacity, until }) => `Stock of ${lot(of)} opened with ${text(capacity)} units${until ? ` until ${date(until)}` : ''}`,
  StockResized: ({ capacity }) => `Stock resized to ${text(capacity)} units`,
  StockTaken: ({ taker, purpose, units, left }) => `${short(taker)} took ${text(units)} to ${word(purpose)}; ${text(left)} left`,
  StockGivenBack: ({ lot: of, units, late }) => `${text(units)} of ${lot(of)} came back${late === true ? ', too late to be used again' : ''}`,
  StockClosed: ({ lot: of, left }) => `Stock of ${lot(of)} closed with ${text(left)} left`,
  StaffLoggedIn: ({ staff, name }) => `${text(staff ?? name)} signed in to the console`,
  StaffActed: ({ action, target, reason }) => `${word(action)} ${short(target)}${because(reason)}`,
  CaseOpened: ({ case_id, title }) => `Case ${text(case_id)} opened${because(title)}`,
  CaseNoted: ({ case_id, note }) => `Note on case ${text(case_id)}${because(note)}`,
}
