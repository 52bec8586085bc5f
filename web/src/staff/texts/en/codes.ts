// Words that come from the server as they are written in the books. English reads them as they stand; another language
// has its own for them, and shows the server's where it has none.

type Words = Readonly<Record<string, string>>

export const codesEn = {
  /** States, reasons, roles, rails, views, names of facts. */
  codeWords: {
    band_return: 'Return of the band',
    coins_for_coupon: 'Bought coins for a coupon',
    referral_shares: 'Referral shares of the profit',
    tier_gives: 'Coins of the tier, thousandths of its price',
    dive_open: 'The dive is open',
    dive_started: 'Dive begun',
    dive_touched: 'Last act in the dive',
    dive_stake: 'Stake of a cast',
    dive_casts: 'Casts',
    dive_safe: 'In the safe box',
    record_kind: 'Share',
    record_day: 'Its day',
    record_friend: 'Friend',
    record_whole: 'The whole share',
    record_received: 'Received of it',
    rebate_l1: 'a friend’s play',
    rebate_l2: 'friends’ friends’ play',
    board_from: 'Period from',
    board_until: 'Period until',
    board_place: 'Place',
    board_score: 'Score',
    board_reached: 'Score reached',
    board_move_up: 'Players who move up',
    identity_status: 'Identity check',
    identity_unchanged: 'As it was proposed on',
    identity_decided_by: 'Last verdict by',
    identity_decided: 'Last verdict',
    identity_reasons: 'Named reasons',
    identity_why: 'In the words of who decided',
    erasure_asked: 'Asked for already',
    erasure_due: 'Data destroyed on',
    erasure_hindered: 'Would be kept by',
    access_records: 'Sealed records held',
    access_taken: 'Files taken before',
    access_erased: 'The data is destroyed',
    refund_order: 'Top-up',
    refund_unspent: 'Unspent of it',
    refund_credited: 'Top-up credited',
    refund_until: 'May be refunded until',
    refund_days_left: 'Whole days left',
  } as Words,
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
  /** Rules that do not hold, by their code; `{name}` stands for a value of the finding. */
  findings: {} as Words,
  /** What a fact is good for, by the fact's name. */
  factNotes: {} as Words,
  /** Entries of the chart of accounts by their code. */
  entryNames: {} as Words,
  /** Tax notes of the chart of accounts by the entry's key. */
  taxNotes: {} as Words,
  /** How a sample is drawn. */
  sampleMethod: null as string | null,
  unitMethod: null as string | null,
  /** Refusals by their code; the server's own words are English. */
  refusals: {} as Words,
  /** The chart of accounts carries both names. */
  lineName: (names: { name: string; name_zh?: string }): string => names.name,
}
