//! What was said of a period at one moment and at a later one, and the events between them that changed it.

use crate::wire::ask;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

ask! {
    /// Asks what was said of a period at two moments, and which events made the difference.
    PeriodsRestateBody(plain) {
        /// YYYY-MM, YYYY-Q1 to YYYY-Q4, or YYYY.
        period: String,
        /// The earlier moment: a closed month (YYYY-MM: right after its closing), a position of the log, or an
        /// RFC 3339 time.
        earlier: String,
        /// The later one, written alike. Absent: now.
        #[schema(nullable = false)]
        later: Option<String>,
    }
}

/// A closing that was known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PeriodKnownClosing {
    /// 1, 2, 3, … without gaps.
    pub sequence: u32,
    /// The month.
    pub period: String,
    /// The digest of its figures.
    pub digest: String,
}

/// What was known at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PeriodKnown {
    /// Where each log stood.
    pub positions: BTreeMap<String, i64>,
    /// When the newest event up to there was recorded; 0 before the first.
    pub recorded_ms: i64,
    /// Closings of the period's months; a month without one has no figures yet.
    pub closings: Vec<PeriodKnownClosing>,
}

/// An entry of the chart of accounts at both moments, in minor units; what makes it larger is positive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RestatedLine {
    /// Four digits: the class, the asset, the place.
    pub code: u16,
    /// The permanent name.
    pub key: String,
    /// In English.
    pub name: String,
    /// In Chinese.
    pub name_zh: String,
    /// `asset`, `liability`, `equity`, `income` or `expense`.
    pub class: String,
    /// The asset.
    pub asset: String,
    /// What was said.
    #[schema(format = "minor")]
    pub earlier: String,
    /// What is said later.
    #[schema(format = "minor")]
    pub later: String,
    /// The latter without the former.
    #[schema(format = "minor")]
    pub difference: String,
}

/// The result of an asset, income without expenses, at both moments, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RestatedResult {
    /// The asset.
    pub asset: String,
    /// What was said.
    pub earlier: String,
    /// What is said later.
    pub later: String,
    /// The latter without the former.
    pub difference: String,
}

/// An entry at both moments in millionths of a USDT.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UsdtRestated {
    /// The entry's code.
    pub code: u16,
    /// What was said.
    pub earlier: String,
    /// What is said later.
    pub later: String,
    /// The latter without the former.
    pub difference: String,
}

/// All assets in USDT at both moments, each at the rates of the last closing that was known of the period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RestatedUsdt {
    /// Every entry that has a figure at either moment.
    pub lines: Vec<UsdtRestated>,
    /// The result over all assets, each value once.
    pub result: RestatedResult,
}

/// What one event changed on an entry, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RestatedAmount {
    /// The entry's code.
    pub code: u16,
    /// In English.
    pub name: String,
    /// In Chinese.
    pub name_zh: String,
    /// The asset.
    pub asset: String,
    /// What makes the entry larger is positive.
    pub amount: String,
}

/// An event between the two moments that changed what is said of the period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RestatingEvent {
    /// The log.
    pub partition: i32,
    /// Its place there.
    pub position: i64,
    /// `PeriodClosed`: a month got its figures. `AdjustmentPosted`: a correction names the month.
    pub event_type: String,
    /// When it was recorded.
    pub recorded_ms: i64,
    /// The month that it is about; null for a correction that names none.
    pub month: Option<String>,
    /// Whose account a correction changed.
    pub player: Option<String>,
    /// The case that explains a correction.
    pub case_id: Option<String>,
    /// By entry of the chart.
    pub amounts: Vec<RestatedAmount>,
}

/// A period as known at two moments.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PeriodsRestateData {
    /// The period.
    pub period: String,
    /// The earlier moment.
    pub earlier: PeriodKnown,
    /// The later one.
    pub later: PeriodKnown,
    /// Every entry that has a figure at either moment.
    pub lines: Vec<RestatedLine>,
    /// Of each asset that has a line.
    pub results: Vec<RestatedResult>,
    /// The same in USDT; absent where a closing that was known stores no rates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usdt: Option<RestatedUsdt>,
    /// What made the difference, in the order of the logs.
    pub events: Vec<RestatingEvent>,
    /// Further events that an answer of the service leaves out; `ledger restate` leaves out none.
    pub events_left_off: usize,
    /// Corrections between the moments, after the period's first closing, that name no month: they changed nothing here.
    pub unnamed: Vec<RestatingEvent>,
    /// Further ones that an answer of the service leaves out.
    pub unnamed_left_off: usize,
    /// Every line's difference is the sum of what all events changed on it.
    pub holds: bool,
}
