//! `reconciliation/…`: custody line by line.

use super::ask;
use super::job::JobState;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

ask! {
    /// Compares what the rails saw on their chains with the journal of custody.
    ReconciliationRunBody(plain) {
        /// The first UTC day, YYYY-MM-DD.
        from: String,
        /// The last UTC day, YYYY-MM-DD; 92 days at most together.
        to: String,
        /// Hours that two lines may be apart, 1 to 720; 24 without.
        window: Option<i64>,
    }
}

ask! {
    /// Asks for pairs or breaks of a comparison, oldest first.
    ReconciliationLinesBody(plain) {
        /// The comparison.
        id: String,
        /// `breaks` or `pairs`.
        part: String,
        /// One kind of break, or one rule of pairs.
        #[schema(nullable = false)]
        kind: Option<String>,
        /// Breaks of one age: its place in `ages`.
        #[schema(nullable = false)]
        age: Option<i64>,
        /// A text that stands in a transaction, in what a line names, or in an amount.
        #[schema(nullable = false)]
        search: Option<String>,
        /// Only those from this UTC day on, or after this time or position.
        #[schema(nullable = false)]
        from: Option<String>,
        /// Only those up to the end of this UTC day, or up to this time or position.
        #[schema(nullable = false)]
        until: Option<String>,
        /// Lines at most, up to 200.
        limit: Option<i64>,
        /// `next` of the page before.
        before: Option<String>,
    }
}

/// How many, and the sum of their amounts in millionths of USDT.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReconciledCount {
    /// The rule, the kind, or the days of an age; nothing for what is older than every age, and for a side.
    pub of: Option<String>,
    /// How many.
    pub count: i64,
    /// Their sum; of breaks without signs.
    pub sum: String,
}

/// A comparison, or how far it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReconciliationInfoData {
    /// The job.
    pub job: JobState,
    /// The statement's file; nothing when the chain itself is the statement.
    pub file: Option<String>,
    /// Its first moment.
    pub first_ms: i64,
    /// Its last moment.
    pub last_ms: i64,
    /// Hours that two lines may be apart.
    pub window: i64,
    /// What was found; nothing until it is done.
    pub found: Option<ReconciliationFound>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReconciliationFound {
    /// Lines of the statement.
    pub statement: ReconciledCount,
    /// Lines of the journal.
    pub journal: ReconciledCount,
    /// Lines of the journal beside the statement's time, which it need not have.
    pub outside: i64,
    /// Pairs by rule.
    pub pairs: Vec<ReconciledCount>,
    /// Breaks by kind.
    pub breaks: Vec<ReconciledCount>,
    /// Breaks by age in days.
    pub ages: Vec<ReconciledCount>,
    /// When the oldest break happened.
    pub oldest_ms: Option<i64>,
}

/// A line of the statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StatementSide {
    /// Its number in the statement, from 1.
    pub number: u64,
    /// The transaction.
    pub transaction: String,
    /// What it names.
    pub reference: Option<String>,
    /// Its time; the day's begin when it gives the day alone.
    pub at_ms: i64,
    /// Millionths; below zero what went out.
    pub amount: String,
    /// The asset that it names.
    pub asset: String,
}

/// A leg of the journal on the custody account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct JournalSide {
    /// The log of its event.
    pub partition: i32,
    /// The place of its event there.
    pub position: i64,
    /// The event.
    pub event: String,
    /// The transactions that it knows.
    pub transactions: Vec<String>,
    /// The order, withdrawal or case that it is about.
    pub reference: Option<String>,
    /// When it was recorded.
    pub at_ms: i64,
    /// Millionths; below zero what went out.
    pub amount: String,
}

/// A pair or a break.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReconciledLine {
    /// Names it within the comparison.
    pub line: i64,
    /// The rule of a pair, the kind of a break.
    pub kind: String,
    /// When it happened.
    pub at_ms: i64,
    /// Whole days since.
    pub age_days: i64,
    /// Millionths; below zero what went out. The statement's where it has a line.
    #[schema(format = "minor-usdt")]
    pub amount: String,
    /// Of a break one line at most.
    pub statement: Vec<StatementSide>,
    /// Of a break one line at most.
    pub journal: Vec<JournalSide>,
}

/// A page of pairs or breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReconciliationLinesData {
    /// The page.
    pub list: Vec<ReconciledLine>,
    /// The next page begins behind it.
    pub next: Option<String>,
    /// All lines that fit the filters.
    pub total: i64,
    /// The sum of their amounts, with signs.
    pub sum: String,
}
