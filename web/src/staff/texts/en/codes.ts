// Words that come from the server as they are written in the books. English reads them as they stand; another language
// has its own for them, and shows the server's where it has none.

type Words = Readonly<Record<string, string>>

type Hindrances = { next: (period: string) => string; open: (period: string) => string; days: string }

export const codesEn = {
  /** States, reasons, roles, rails, views, names of facts. */
  codeWords: {} as Words,
  /** Types of events. */
  eventTypes: {} as Words,
  /** Keys of the product's numbers, without their unit. */
  numberNames: {} as Words,
  /** Laws of the books by their id. */
  laws: {} as Words,
  /** Fields of a call's body, which a refusal names. */
  fieldNames: {} as Words,
  /** Fields of events that moved value. */
  eventFields: {} as Words,
  /** What an alert found, and what it should be, where the server says it in the same words for all of a kind. */
  alertValues: {} as Words,
  alertBounds: {} as Words,
  /** What a fact is good for, by the fact's name. */
  factNotes: {} as Words,
  /** Entries of the chart of accounts by their code. */
  entryNames: {} as Words,
  /** Tax notes of the chart of accounts by the entry's key. */
  taxNotes: {} as Words,
  /** Why a period cannot be closed, from what is known of the others; null where the server's own words are read. */
  hindrances: null as Hindrances | null,
  /** How a sample is drawn. */
  sampleMethod: null as string | null,
  /** Refusals by their code; the server's own words are English. */
  refusals: {} as Words,
  /** The chart of accounts carries both names. */
  lineName: (names: { name: string; name_zh?: string }): string => names.name,
}
