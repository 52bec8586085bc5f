//! `days/…`: the daily close.

use super::ask;
use super::proposals::StaffFact;
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
    /// Asks for the report of one day: the signed one, or what it would be now.
    DaysInfoBody(plain) {
        /// The UTC day, YYYY-MM-DD.
        day: String,
    }
}

ask! {
    /// Closes a day with its report.
    DaysCloseBody(write) {
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

/// The last comparison of a wallet on a chain with the books, minor units of USDT.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DayChain {
    /// The rail.
    pub rail: String,
    /// The wallet.
    pub wallet: String,
    /// When it was compared.
    pub checked_ms: i64,
    /// What the chain has.
    pub on_chain: String,
    /// What the books have: one custody, for all wallets together.
    pub in_books: String,
    /// What slots may have paid beyond the books.
    pub under_way: String,
    /// What came beyond the books.
    pub unbooked: String,
    /// What nothing explains, of all wallets together.
    pub difference: String,
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
    /// What left the promo budget.
    pub promo_spent: String,
    /// Fees of withdrawals.
    pub fees: String,
    /// Chains beside the books.
    pub chains: Vec<DayChain>,
    /// Everything that must be nought is nought.
    pub balanced: bool,
}

/// A day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffDay {
    /// The day.
    pub day: String,
    /// When it was closed; nothing while it is open.
    pub closed_ms: Option<i64>,
    /// Who closed it.
    pub by: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// Everything that must be nought was nought.
    pub balanced: Option<bool>,
}

/// Days, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DaysListData {
    /// The page.
    pub list: Vec<StaffDay>,
    /// The next page begins behind it.
    pub next: Option<String>,
}

/// One day with its report.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DaysInfoData {
    /// How it stands.
    pub day: StaffDay,
    /// Its report: the signed one, or what it would be now.
    pub report: DayReport,
    /// The report as the notary's note; nothing while the day is open.
    pub signed: Option<String>,
    /// What verifies the note: its name, the key's id and the key.
    pub key: Option<String>,
}
