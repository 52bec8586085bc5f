//! Answers: views of the log.
//!
//! One file is one table with its writer and its readers, and a view is called like its
//! table. **Inline** views are written by the ledger in the transaction of the events and
//! are never behind. **Following** views are written by the [`runner`], each with a cursor
//! that moves in the transaction of its rows, so every event counts exactly once.
//!
//! | view | mode | answers | read by |
//! |---|---|---|---|
//! | `balances` | inline | what an account holds | the ledger, [`players`] |
//! | `postings` | inline | how a balance came about, what it was at any moment | the ledger, [`history`] |
//! | `players` | following | who invited whom, and whose invite counts | [`players`] |
//! | `dives` | following | a player's dives with their results; open dives by time | [`dives`] |
//! | `revealed_seeds` | following | the server seed behind a commit, after its reveal | [`revealed_seeds`] |
//!
//! A view that is not in [`INLINE`] or [`FOLLOWING`] does not exist. For all of them holds:
//! the rows that serve are those that the log makes again ([`rebuild`], law I-19).
//! Knows nothing of HTTP.

pub mod balances;
pub mod cursor;
pub mod dives;
pub mod history;
pub mod leader;
pub mod page;
pub mod players;
pub mod rebuild;
pub mod revealed_seeds;
pub mod runner;
mod scout;
pub mod view;

use view::View;

/// Every inline view.
pub const INLINE: &[&dyn View] = &[&balances::Balances, &history::Postings];

/// Every following view.
pub const FOLLOWING: &[&dyn View] = &[&players::Players, &dives::Dives, &revealed_seeds::RevealedSeeds];
