// Words that come from the server as they are written in the books. English reads them as they stand; another language
// has its own for them, and shows the server's where it has none.

type Words = Readonly<Record<string, string>>

export const codesEn = {
  /** States, reasons, roles, rails, views, names of facts. */
  codeWords: {} as Words,
  /** Types of events. */
  eventTypes: {} as Words,
  /** Keys of the product's numbers, without their unit. */
  numberNames: {} as Words,
  /** Laws of the books by their id. */
  laws: {} as Words,
  /** Refusals by their code; the server's own words are English. */
  refusals: {} as Words,
  /** The chart of accounts carries both names. */
  lineName: (names: { name: string; name_zh?: string }): string => names.name,
}
