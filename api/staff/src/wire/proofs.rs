//! Signed checkpoints, and proofs against them that need no database.

use super::ask;
use super::at::At;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for signed checkpoints, newest first.
    ProofsCheckpointsBody(plain) {
        /// A position of the log or an RFC 3339 time: checkpoints made up to then. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// Only those made from this UTC day on, or behind this time or position.
        #[schema(nullable = false)]
        from: Option<String>,
        /// Only those up to the end of this UTC day, or up to this time or position.
        #[schema(nullable = false)]
        until: Option<String>,
        /// Older than this number.
        #[schema(nullable = false)]
        before: Option<i64>,
        /// Lines, 1 to 200; 50 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 200)]
        limit: Option<u32>,
    }
}

ask! {
    /// Asks for the proof that an event is in the log: by its id, or by its place.
    ProofsInclusionBody(plain) {
        /// The event.
        #[schema(nullable = false)]
        event_id: Option<String>,
        /// The log; 0 when absent.
        #[schema(nullable = false)]
        partition: Option<u16>,
        /// The place in it.
        #[schema(nullable = false)]
        position: Option<i64>,
        /// The number of the checkpoint to prove it against; the newest when absent.
        #[schema(nullable = false)]
        checkpoint: Option<i64>,
    }
}

ask! {
    /// Asks for the proof that the log has only grown between two checkpoints.
    ProofsConsistencyBody(plain) {
        /// The number of the older one.
        old: i64,
        /// The number of the newer one; the newest when absent.
        #[schema(nullable = false)]
        new: Option<i64>,
    }
}

/// Size and root of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LogRoot {
    /// The log.
    pub partition: i32,
    /// Events.
    pub size: i64,
    /// Root of the Merkle tree over them, base64.
    pub root: String,
}

/// A signed checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ShownCheckpoint {
    /// Counts from 1.
    pub number: i64,
    /// When it was made.
    pub at_ms: i64,
    /// The database.
    pub origin: String,
    /// Events in all logs together.
    pub events: i64,
    /// Every log.
    pub logs: Vec<LogRoot>,
    /// The key that verifies it, as the database says: compare it with the one that was published.
    pub vkey: String,
    /// The signed note.
    pub note: String,
}

/// What a witness cosigned last: nobody showed it another history before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ShownWitness {
    /// Who it is.
    pub name: String,
    /// Its key, to compare with the one that the witness published.
    pub key: String,
    /// Number of the checkpoint.
    pub number: i64,
    /// When, by the witness's clock.
    pub at_ms: i64,
}

/// A page of checkpoints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProofsCheckpointsData {
    /// The moment of the answer.
    pub at: At,
    /// Newest first.
    pub list: Vec<ShownCheckpoint>,
    /// The number for `before`; null at the end.
    pub next: Option<i64>,
    /// Who cosigns now; empty for a past moment.
    pub witnesses: Vec<ShownWitness>,
}

/// A proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProofData {
    /// What it proves, in a sentence without its end.
    pub what: String,
    /// Against which checkpoint; the newer of two.
    pub checkpoint: ShownCheckpoint,
    /// The bundle: kept in a file, `ledger verify --bundle FILE --vkey KEY` checks it on any machine.
    pub bundle: String,
}
