//! `periods/…`: closed months, and quarters and years as their sums.

mod restate;

pub use restate::{
    PeriodKnown, PeriodKnownClosing, PeriodsRestateBody, PeriodsRestateData, RestatedAmount, RestatedLine,
};
pub use restate::{RestatedResult, RestatedUsdt, RestatingEvent, UsdtRestated};

use super::ask;
use super::at::At;
use super::books::{FinancialLine, FinancialSum, InUsdt};
use super::days::DayLine;
use super::finding::StaffFinding;
use super::reconciliation::ReconciledCount;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

ask! {
    /// Asks for months, newest first, each quarter and each year above its months.
    PeriodsListBody(plain) {
        /// Months at most, up to 120.
        limit: Option<i64>,
        /// `next` of the page before.
        before: Option<String>,
    }
}

ask! {
    /// Asks for the statements of one period: as it was closed, or as they would be now.
    PeriodsInfoBody(plain) {
        /// YYYY-MM, YYYY-Q1 to YYYY-Q4, or YYYY.
        period: String,
    }
}

ask! {
    /// Proposes to close the next month, quarter or year.
    PeriodsProposeBody(signed) {
        /// YYYY-MM, YYYY-Q1 to YYYY-Q4, or YYYY.
        period: String,
    }
}

/// A month, a quarter or a year.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StaffPeriod {
    /// YYYY-MM, YYYY-Q1 to YYYY-Q4, or YYYY.
    pub period: String,
    /// `month`, `quarter` or `year`.
    pub kind: String,
    /// `current`: it is not over; `open`; `proposed`: it waits for a second person; `closed`: by two people.
    pub state: String,
    /// The number of the closing of its last month; nothing while that is open.
    pub sequence: Option<u32>,
    /// When that was.
    pub closed_ms: Option<i64>,
    /// Who proposed the closing.
    pub proposer: Option<String>,
    /// Who approved it.
    pub approver: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// The proposal of a period that is proposed or closed.
    pub proposal: Option<String>,
}

/// How a month was closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PeriodClosing {
    /// 1, 2, 3, … without gaps.
    pub sequence: u32,
    /// The month.
    pub period: String,
    /// The digest of its figures: what the second person approved.
    pub digest: String,
    /// The proposal.
    pub proposal: String,
    /// Who proposed it.
    pub proposer: String,
    /// Who approved it.
    pub approver: String,
    /// Why.
    pub reason: String,
}

/// What came into custody against an entry of the chart, in minor units of USDT; below zero for what left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PeriodCash {
    /// The entry's code.
    pub code: u16,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// In the period.
    pub amount: String,
    /// In the period before; nothing without one.
    pub prior: Option<String>,
}

/// What corrections that name an earlier month moved on an entry of the chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PeriodRestated {
    /// The month that is restated. It stays as it was closed.
    pub restates: String,
    /// The month in which the corrections were posted.
    pub posted: String,
    /// The entry's code.
    pub code: u16,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Its asset.
    pub asset: String,
    /// Minor units; what makes the entry larger is positive.
    pub amount: String,
}

/// The statements of a period. Amounts are minor units of each asset; `usdt` adds the assets up.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PeriodReport {
    /// The period.
    pub period: String,
    /// How its months were closed; empty while none is.
    pub closings: Vec<PeriodClosing>,
    /// Where each log stood at its end.
    pub positions: BTreeMap<String, i64>,
    /// Trial balance: every account.
    pub accounts: Vec<DayLine>,
    /// The version of the chart of accounts.
    pub chart: String,
    /// Balance sheet and income statement: every entry of the chart that holds or moved something.
    pub entries: Vec<FinancialLine>,
    /// By asset.
    pub sums: Vec<FinancialSum>,
    /// All assets in USDT, at the rates stored with the closing of its last month; absent where it stores none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usdt: Option<InUsdt>,
    /// Cash flow: custody by counter-entry.
    pub cash: Vec<PeriodCash>,
    /// What of custody had no other side at its end; absent in closings of before they had it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breaks: Option<PeriodBreaks>,
    /// Corrections posted in the period that restate an earlier month.
    pub restated: Vec<PeriodRestated>,
    /// Every asset sums to nought, every balance sheet holds, and the cash flow is what custody moved.
    pub holds: bool,
}

/// Lines of chains and journal that had no other side when a period ended, of any age; amounts without signs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PeriodBreaks {
    /// How many.
    pub count: i64,
    /// By asset.
    pub assets: Vec<ReconciledCount>,
    /// By kind of break.
    pub kinds: Vec<ReconciledCount>,
    /// When the oldest happened; nothing where none is open.
    pub oldest_ms: Option<i64>,
    /// How old it was at the period's end.
    pub oldest_age_ms: Option<i64>,
}

/// Months, newest first, from the present one back to that of the first event.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PeriodsListData {
    /// The moment of the answer.
    pub at: At,
    /// The page.
    pub list: Vec<StaffPeriod>,
    /// The next page begins behind it.
    pub next: Option<String>,
}

/// One period with its statements.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PeriodsInfoData {
    /// The moment of the answer.
    pub at: At,
    /// How it stands.
    pub period: StaffPeriod,
    /// Its statements.
    pub report: PeriodReport,
    /// Corrections of later closed months that restate it.
    pub later: Vec<PeriodRestated>,
    /// Why it cannot be proposed now, in words; nothing where it can, and for one that is closed.
    pub hindrance: Option<String>,
    /// The same as a code.
    pub finding: Option<StaffFinding>,
    /// The report of a closed period as the notary's note.
    pub signed: Option<String>,
    /// What verifies the note.
    pub key: Option<String>,
}
