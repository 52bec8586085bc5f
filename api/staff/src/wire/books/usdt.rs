//! Statements of all assets in USDT, at the rates that a closing stored.

use serde::Serialize;
use utoipa::ToSchema;

/// Millionths of a USDT for one minor unit of an asset, as a fraction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StoredRate {
    /// The asset.
    pub asset: String,
    /// Above the line.
    pub numerator: String,
    /// Below the line.
    pub denominator: String,
}

/// An entry of the chart in millionths of a USDT, each figure rounded to the nearest, a half away from zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UsdtLine {
    /// The entry's code.
    pub code: u16,
    /// Before the period.
    pub opening: String,
    /// In the period.
    pub moved: String,
    /// After the period.
    pub closing: String,
    /// In the period before; nothing without one.
    pub prior: Option<String>,
}

/// Sums of the lines in millionths of a USDT. Assets are liabilities, equity, result and rounding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UsdtSums {
    /// What the house has.
    pub assets: String,
    /// What it owes, without the entries of `converted`.
    pub liabilities: String,
    /// What its owner put in, without the entries of `converted`.
    pub equity: String,
    /// Income.
    pub income: String,
    /// Expenses.
    pub expenses: String,
    /// Entries that stand where a value was given for one of another asset, so that nothing counts twice.
    pub converted: String,
    /// Income without expenses, and `converted`.
    pub result: String,
    /// What rounding the lines leaves between both sides.
    pub rounding: String,
}

/// All assets in USDT.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct InUsdt {
    /// The month whose closing stores the rates; of an open month, those that it would store now.
    pub month: String,
    /// By asset.
    pub rates: Vec<StoredRate>,
    /// Every entry of the chart with a figure, by code.
    pub lines: Vec<UsdtLine>,
    /// Codes of the entries of `converted`.
    pub converted: Vec<u16>,
    /// Before the period.
    pub opening: UsdtSums,
    /// In the period.
    pub moved: UsdtSums,
    /// After the period.
    pub closing: UsdtSums,
    /// In the period before; nothing without one.
    pub prior: Option<UsdtSums>,
    /// Whether rounding is at most half a millionth for each line.
    pub holds: bool,
}
