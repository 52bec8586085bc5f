//! Reconciliation line by line: what a chain, a custodian or a bank reports, against the journal of custody.
//!
//! ```text
//! statement file ──┬─▶ statement lines ─┐
//! what rails saw ──┘                    ├─▶ matching ─▶ pairs, breaks of ten kinds, their age
//! log ─▶ journal lines of custody ──────┘
//! ```
//!
//! What has no other side is carried from day to day until it has ([`open`]).
//!
//! Every line of either side is in exactly one pair or one break, so that pairs and breaks explain the whole difference
//! of both sums. It reads, and changes nothing: what a break asks for is done by the acts that there are (assign a
//! payment, refund, correct).
//!
//! | rule, in this order | a pair has |
//! |---|---|
//! | transaction | the same transaction and amount |
//! | sum | the same transaction; several lines of one side or both, whose sums agree; lines of the journal alone that sum to nought |
//! | reference | the same order or withdrawal and amount, and no transaction in the journal |
//! | amount | the same amount within the window, nothing else like it on either side, and no transaction in the journal |

pub mod books;
mod camt;
mod chain;
mod compared;
mod matching;
pub mod open;
pub mod statement;
#[cfg(test)]
mod tests;

pub use compared::{Compared, Count, of_statement};
pub use matching::reconcile;
pub use open::Period;

use domain::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// A line of a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatementLine {
    /// Its number in the file, from 1.
    pub number: u64,
    pub transaction: String,
    /// What it names: an order, a withdrawal.
    pub reference: Option<String>,
    pub at: Timestamp,
    /// The statement gives the day alone; `at` is its begin.
    pub is_day: bool,
    /// Millionths of USDT; below zero what went out.
    pub amount: i64,
    /// The asset or currency that it names; one that is not USDT is a break.
    pub asset: String,
}

/// A leg of the journal on the custody account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalLine {
    pub partition: i32,
    pub position: i64,
    pub event: String,
    /// The transactions that the event knows: of a payout, the one that sent it and the one in which it arrived.
    pub transactions: Vec<String>,
    /// The order, withdrawal or case that it is about.
    pub reference: Option<String>,
    pub at_ms: i64,
    /// Millionths of USDT; below zero what went out.
    pub amount: i64,
}

/// What made a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    Transaction,
    Sum,
    Reference,
    Amount,
}

/// A rule or a kind of break as it stands in JSON.
pub fn name(of: impl Serialize) -> String {
    let value = serde_json::to_value(of).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// What does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The statement has it, the journal does not.
    NotInJournal,
    /// The journal has it, the statement does not.
    NotInStatement,
    /// The same line stands twice in the statement, and once in the journal.
    TwiceInStatement,
    /// The journal booked a line of the statement twice.
    TwiceInJournal,
    /// The same transaction with another amount.
    Amount,
    /// The same transaction and size; one side says in, the other out.
    Direction,
    /// The same order or withdrawal and amount, under another transaction.
    Transaction,
    /// The same transaction and amount, for another order or withdrawal.
    Reference,
    /// Further apart than the window.
    Time,
    /// The statement's line is of another asset.
    Asset,
}

impl Kind {
    /// Both sides have the money, and say something else about it: no later line can change that.
    pub fn is_agreed(self) -> bool {
        matches!(self, Kind::Transaction | Kind::Reference | Kind::Time)
    }
}

/// Lines of both sides that belong together, by their places in the lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    pub rule: Rule,
    pub statement: Vec<usize>,
    pub journal: Vec<usize>,
}

/// Lines that do not fit, by their places in the lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    pub kind: Kind,
    pub statement: Option<usize>,
    pub journal: Option<usize>,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matched {
    pub pairs: Vec<Pair>,
    pub breaks: Vec<Break>,
    /// Journal lines before the statement's first line or after its last, which it need not have.
    pub outside: usize,
}

/// Ages of breaks: up to so many days, and what is older.
pub const AGES: [i64; 3] = [1, 7, 30];

/// Which of the ages a line is of: the place of its bound in [`AGES`], or the number of bounds.
pub fn age(at: Timestamp, now: Timestamp) -> usize {
    let days = now.since(at).div_euclid(DAY_MS);
    AGES.iter().position(|most| days <= *most).unwrap_or(AGES.len())
}
