//! Reading for finance and auditors (PRODUCT §7): functions from a ledger and a body to an answer.
//!
//! Everything is answered as of a moment: bounds of the logs that nothing recorded later may pass. Facts never
//! change, so an answer of a moment is the same for ever. What is not in the log, and so has no past, is told
//! without a moment alone, and each such field says so.
//!
//! Changes nothing, decides nothing. Knows nothing of HTTP, sessions and permissions.

pub mod audits;
pub mod books;
pub mod entries;
pub mod events;
mod explain;
pub mod overview;
pub mod players;
pub mod proofs;
mod read;
pub mod registers;
pub mod replays;
pub mod samples;

pub use explain::explain;
