//! Reading for finance and auditors (api §7): functions from a ledger and a body to an answer.
//!
//! Everything is answered as of a moment: bounds of the logs that nothing recorded later may pass. Facts never
//! change, so an answer of a moment is the same for ever. What is not in the log, and so has no past, is
//! shown only where no moment was asked for, and each such field says so.
//!
//! Changes nothing, decides nothing. Knows nothing of HTTP, sessions and permissions.

pub mod audits;
pub mod books;
pub mod entries;
pub mod events;
mod explain;
pub mod exports;
pub mod overview;
pub mod periods;
pub mod players;
pub mod proofs;
pub mod ranks;
pub(crate) mod read;
pub mod reconciliation;
pub mod registers;
pub mod replays;
pub mod samples;

pub use explain::explain;

use crate::jobs::Jobs;
use crate::wire::views::StaffRebuilt;
use std::path::PathBuf;

/// Rebuilds that were asked for: the view, and what was found.
pub type Rebuilds = Jobs<StaffRebuilt>;

/// Work of readers that takes longer than a call. Clones share it.
#[derive(Clone)]
pub struct Work {
    /// Laws that are asked.
    pub audits: audits::Audits,
    /// History that is folded anew.
    pub replays: replays::Replays,
    /// Files that are written.
    pub exports: exports::Exports,
    /// Custody compared line by line.
    pub reconciliations: reconciliation::Reconciliations,
    /// Views that are made anew.
    pub rebuilds: Rebuilds,
}

impl Work {
    /// Nothing was asked for yet; files go into this folder.
    pub fn new(folder: PathBuf) -> Work {
        Work {
            audits: audits::Audits::default(),
            replays: replays::Replays::default(),
            exports: exports::Exports::new(folder),
            reconciliations: reconciliation::Reconciliations::default(),
            rebuilds: Rebuilds::default(),
        }
    }
}
