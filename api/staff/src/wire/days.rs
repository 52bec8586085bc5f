//! `days/…`: the daily close.

use super::ask;
use super::at::At;
use super::facts::StaffFact;
use super::reconciliation::ReconciledCount;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

ask! {
    /// Asks for days, newest first.
    DaysListBody(plain) {
        /// Days at most, up to 100.
        limit: Option<i64>,
        /// `next` of the page before.
        before: Option<String>,
    }
}

ask! {
    /// Asks for the report of one day: the signed one, or what it would be now. Of today it is a preview as of now.
    DaysInfoBody(plain) {
        /// The UTC day, YYYY-MM-DD.
        day: String,
    }
}

ask! {
    /// Closes a day with its report.
    DaysCloseBody(signed) {
        /// The UTC day, YYYY-MM-DD.
        day: String,
    }
}

/// An account over a day, all its owners together, minor units.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DayLine {
    /// Its journal name.
    pub account: String,
    /// Its asset.
    pub asset: String,
    /// Before the day.
    pub opening: String,
    /// What left.
    pub debit: String,
    /// What came.
    pub credit: String,
    /// After the day.
    pub closing: String,
}

/// A wallet on a chain beside the books at the day's end, minor units of USDT. Nothing is said of the chain where no
/// comparison shows what it held at that moment.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DayChain {
    /// The rail.
    pub rail: String,
    /// The wallet.
    pub wallet: String,
    /// When it was compared: of several moments the one that shows the day's end, or the newest.
    pub checked_ms: i64,
    /// What the chain had at the day's end; nothing when that is unknown.
    pub on_chain: Option<String>,
    /// What the books had at the day's end: one custody, for all wallets together.
    pub in_books: String,
    /// What slots may have paid beyond the books.
    pub under_way: Option<String>,
    /// What came beyond the books.
    pub unbooked: Option<String>,
    /// What nothing explains, of all wallets together; nothing when one of them is unknown.
    pub difference: Option<String>,
}

/// What the players were owed of an asset at the day's end.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DayOwed {
    /// The asset.
    pub asset: String,
    /// Of all players together, minor units.
    pub total: String,
    /// The root of the sum tree over all players, base64; nothing while the day is open.
    pub root: Option<String>,
}

/// What the players were owed at the day's end. With the close a signed statement of it is public.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DayLiabilities {
    /// The moment of the statement, under which it is published: `/liabilities/<moment>`. Nothing while the day is open.
    pub at_ms: Option<i64>,
    /// The number of a checkpoint that covers all that counts.
    pub checkpoint: Option<u64>,
    /// One line an asset.
    pub owed: Vec<DayOwed>,
}

/// What the rails saw on a day beside the journal of custody, line by line, as both were at the day's end.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DayBreaks {
    /// Lines of the chains: those of the day, and what was open of them before.
    pub statement: ReconciledCount,
    /// The same of the journal.
    pub journal: ReconciledCount,
    /// Breaks by kind; none when every line has its other side.
    pub kinds: Vec<ReconciledCount>,
    /// Those of them that were open when the day began; nothing in a report that was signed before reports had it.
    #[serde(default)]
    pub carried: Option<ReconciledCount>,
    /// When the oldest of them happened.
    pub oldest_ms: Option<i64>,
    /// How old it was at the day's end.
    pub oldest_age_ms: Option<i64>,
}

/// The report of a day. Amounts are minor units; money is USDT.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DayReport {
    /// The day.
    pub day: String,
    /// Where each log stood at its end.
    pub positions: BTreeMap<String, i64>,
    /// What the postings of each asset sum to: nought.
    pub trial: BTreeMap<String, String>,
    /// Every account.
    pub accounts: Vec<DayLine>,
    /// What must hold: value and bound.
    pub checks: Vec<StaffFact>,
    /// Paid coins staked, at parity.
    pub staked: String,
    /// Tokens paid out, at parity.
    pub paid_out: String,
    /// Gross revenue: staked without paid out.
    pub ggr: String,
    /// What inviters earned.
    pub referral: String,
    /// Net revenue: gross without what inviters earned.
    pub ngr: String,
    /// Gross revenue in thousandths of what was staked.
    pub hold_per_mille: i64,
    /// What left the promo budget, without what came back to it.
    pub promo_spent: String,
    /// Fees of withdrawals.
    pub fees: String,
    /// Chains beside the books.
    pub chains: Vec<DayChain>,
    /// What the players are owed; nothing in a report that was signed before reports had it.
    #[serde(default)]
    pub liabilities: Option<DayLiabilities>,
    /// The chains line by line; nothing in a report that was signed before reports had it.
    #[serde(default)]
    pub breaks: Option<DayBreaks>,
    /// Everything that must be nought is nought.
    pub balanced: bool,
}

/// A day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffDay {
    /// The day.
    pub day: String,
    /// It is over: its report changes no more, and it may be closed.
    pub over: bool,
    /// When it was closed; nothing while it is open.
    pub closed_ms: Option<i64>,
    /// Who closed it.
    pub by: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// Everything that must be nought was nought.
    pub balanced: Option<bool>,
}

/// Days, newest first: from today, which is not over, back to the day of the first event.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DaysListData {
    /// The moment of the answer.
    pub at: At,
    /// The page.
    pub list: Vec<StaffDay>,
    /// The next page begins behind it.
    pub next: Option<String>,
}

/// One day with its report.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DaysInfoData {
    /// The moment of the answer.
    pub at: At,
    /// How it stands.
    pub day: StaffDay,
    /// Its report: the signed one, or what it would be now.
    pub report: DayReport,
    /// The report as the notary's note; nothing while the day is open.
    pub signed: Option<String>,
    /// What verifies the note: its name, the key's id and the key.
    pub key: Option<String>,
}
