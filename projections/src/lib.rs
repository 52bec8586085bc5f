//! Answers: views of the log.
//!
//! One file is one table with its writer and its readers. Balances and balance
//! history are inline: the ledger writes them with the events, and [`history`] only
//! reads. All other views follow the log, each with a cursor that moves in the
//! transaction of its rows, so every event counts exactly once.
//!
//! A view that is not in [`FOLLOWING`] does not exist. Knows nothing of HTTP.

pub mod dives;
pub mod history;
pub mod players;
pub mod revealed_seeds;
pub mod runner;

use runner::View;

/// Every following view.
pub const FOLLOWING: &[&dyn View] = &[&players::Players, &dives::Dives, &revealed_seeds::RevealedSeeds];
