//! Balance sheet and income statement.

use super::InUsdt;
use crate::wire::ask;
use crate::wire::at::At;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for the balance sheet of a moment and the income statement of the period before it.
    BooksFinancialsBody(plain) {
        /// A position of the log or an RFC 3339 time: as it was then. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// The period begins after this position or time. Absent: with the log, and nothing to compare with.
        #[schema(nullable = false)]
        from: Option<String>,
    }
}

/// An entry of the chart of accounts in minor units; what makes it larger is positive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FinancialLine {
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
    /// `debit` or `credit`: the side on which it grows.
    pub normal: String,
    /// The asset.
    pub asset: String,
    /// The accounts of the journal that it sums.
    pub accounts: Vec<String>,
    /// Only what these types of event move; empty: everything that no other entry takes.
    pub events: Vec<String>,
    /// How it is usually taxed; the operator's adviser decides.
    pub tax: String,
    /// Before the period.
    #[schema(format = "minor")]
    pub opening: String,
    /// In the period.
    #[schema(format = "minor")]
    pub moved: String,
    /// After the period.
    #[schema(format = "minor")]
    pub closing: String,
    /// In the period of the same length before; null without one.
    #[schema(format = "minor")]
    pub prior: Option<String>,
}

/// The sums of an asset by class, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClassSums {
    /// What the house has.
    pub assets: String,
    /// What it owes.
    pub liabilities: String,
    /// What its owner put in and what stands in place of another asset, without the result.
    pub equity: String,
    /// What it earned.
    pub income: String,
    /// What it spent.
    pub expenses: String,
    /// Income without expenses.
    pub result: String,
}

/// An asset's sums.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FinancialSum {
    /// The asset.
    pub asset: String,
    /// Before the period.
    pub opening: ClassSums,
    /// In the period.
    pub moved: ClassSums,
    /// After the period.
    pub closing: ClassSums,
    /// In the period of the same length before; null without one.
    pub prior: Option<ClassSums>,
    /// Whether assets are liabilities, equity and result, before, in and after the period.
    pub holds: bool,
}

/// Balance sheet and income statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BooksFinancialsData {
    /// The moment of the closing.
    pub at: At,
    /// The moment of the opening; null when the period begins with the log.
    pub from: Option<At>,
    /// Where the period of the same length before begins; null without one.
    pub prior: Option<At>,
    /// The version of the chart of accounts.
    pub chart: String,
    /// Every entry of the chart, by code.
    pub list: Vec<FinancialLine>,
    /// By asset.
    pub sums: Vec<FinancialSum>,
    /// All assets in USDT, at the rates of the newest closing that was known at the moment; absent before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usdt: Option<InUsdt>,
    /// Whether every asset holds.
    pub holds: bool,
}
