//! Reading the log and the books: the feed, single events, balances at a moment, statements, trial balance.
//!
//! Nothing here writes. Answers are of one snapshot of the database and name the position up to which they hold.

pub mod balance;
pub mod entries;
pub mod feed;
pub mod log;
pub mod log_page;
pub mod periods;
pub mod replay;
pub mod requests;
pub mod statement;
pub mod sums;
pub(crate) mod tail;
pub mod trial;
pub mod units;
pub mod walk;
