//! The books: trial balance, balance sheet and income statement, accounts, statements.

mod financials;
mod usdt;

pub use financials::{BooksFinancialsBody, BooksFinancialsData, ClassSums, FinancialLine, FinancialSum};
pub use usdt::{InUsdt, StoredRate, UsdtLine, UsdtSums};

use super::ask;
use super::at::{At, Balance};
use super::entries::Entry;
use super::finding::StaffFinding;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for the trial balance.
    BooksTrialBody(plain) {
        /// A position of the log or an RFC 3339 time: as it was then. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// What was before this position or time belongs to the opening. Absent: everything is of the period.
        #[schema(nullable = false)]
        from: Option<String>,
    }
}

ask! {
    /// Asks for accounts: by name over all owners, of one owner, or of one name by owner.
    BooksAccountsBody(plain) {
        /// A position of the log or an RFC 3339 time: as it was then. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// Whose: `house`, a player's id, a short one as lists show it, an invite code, or `tg:` and a messenger id.
        #[schema(nullable = false)]
        owner: Option<String>,
        /// The account's journal name: one line an owner.
        #[schema(nullable = false)]
        account: Option<String>,
        /// Owners behind this one.
        #[schema(nullable = false)]
        before: Option<String>,
        /// Lines, 1 to 200; 50 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 200)]
        limit: Option<u32>,
    }
}

ask! {
    /// Asks for the statement of an owner.
    BooksStatementBody(plain) {
        /// A position of the log or an RFC 3339 time: its end. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// It begins after this position or time. Absent: with the log.
        #[schema(nullable = false)]
        from: Option<String>,
        /// Whose: `house`, a player's id, a short one as lists show it, an invite code, or `tg:` and a messenger id.
        owner: String,
        /// One account alone.
        #[schema(nullable = false)]
        account: Option<String>,
        /// Older lines than this cursor.
        #[schema(nullable = false)]
        before: Option<String>,
        /// Lines, 1 to 200; 50 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 200)]
        limit: Option<u32>,
    }
}

/// An account over all its owners, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TrialRow {
    /// The account's journal name.
    pub account: String,
    /// The asset.
    pub asset: String,
    /// Before the period.
    #[schema(format = "minor")]
    pub opening: String,
    /// What left.
    #[schema(format = "minor")]
    pub debit: String,
    /// What came.
    #[schema(format = "minor")]
    pub credit: String,
    /// After the period.
    #[schema(format = "minor")]
    pub closing: String,
}

/// An asset's sums over all accounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TrialSum {
    /// The asset.
    pub asset: String,
    /// Zero, unless the books are wrong.
    pub opening: String,
    /// As much as came.
    pub debit: String,
    /// As much as left.
    pub credit: String,
    /// Zero, unless the books are wrong.
    pub closing: String,
    /// Whether opening and closing are zero, and debit is credit.
    pub holds: bool,
}

/// The trial balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BooksTrialData {
    /// The moment of the closing.
    pub at: At,
    /// The moment of the opening; null when the period begins with the log.
    pub from: Option<At>,
    /// By asset and account.
    pub list: Vec<TrialRow>,
    /// By asset.
    pub sums: Vec<TrialSum>,
    /// Whether every asset holds.
    pub holds: bool,
}

/// An account of an owner, or of all together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountRow {
    /// Whose: `house` or a player's id; null for all owners together.
    pub owner: Option<String>,
    /// The account's journal name.
    pub account: String,
    /// The asset.
    pub asset: String,
    /// Minor units.
    #[schema(format = "minor")]
    pub balance: String,
    /// Position of the last leg that is counted; null for all owners together.
    pub position: Option<i64>,
}

/// Accounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BooksAccountsData {
    /// The moment of the answer.
    pub at: At,
    /// By asset and name; of one name by owner.
    pub list: Vec<AccountRow>,
    /// Cursor of more owners, for `before`; null at the end.
    pub next: Option<String>,
}

/// What an owner had, what moved, what the owner has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BooksStatementData {
    /// The moment of the closing.
    pub at: At,
    /// The moment of the opening; null when the period begins with the log.
    pub from: Option<At>,
    /// Accounts before the period.
    pub opening: Vec<Balance>,
    /// A page of what moved, newest first.
    pub lines: Vec<Entry>,
    /// Accounts after the period.
    pub closing: Vec<Balance>,
    /// Lines of the whole period.
    pub total: i64,
    /// Cursor of older lines, for `before`; null at the end.
    pub next: Option<String>,
    /// Whether opening and all lines of the period add up to the closing.
    pub holds: bool,
    /// The first account that does not add up, in a sentence.
    pub problem: Option<String>,
    /// The same as a code.
    pub finding: Option<StaffFinding>,
}
