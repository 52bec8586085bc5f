//! Snapshots: a stream's folded state at a version, so that a long stream is read
//! from its end (ledger §4.7).
//!
//! A snapshot is a cache of the log and never trusted over it. It is taken from a
//! state whose events are durable, and written beside the commands, never inside one.
//! It is used only when its MAC ([`crate::mac`]) fits, it is of this program's
//! `STATE_VERSION`, and the event at its version has its leaf: the leaf is the end
//! of the stream's hash chain, so an equal leaf means the same history. Anything
//! else, broken or forged, is removed, and the stream is folded from its first event.
//!
//! Knows nothing of rules and of the aggregate cache.

mod read;
mod renew;
mod write;

pub(crate) use read::tail;
pub(crate) use renew::renew;
pub(crate) use write::{Permit, Snapshots};

use crate::event_log::EventLog;
use crate::mac::Stored;
use domain::stream::Stream;
use domain::time::Timestamp;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Events between two snapshots of a stream (ledger §4.7).
pub const EVERY: u64 = 100;

/// The durable state of a stream at a version.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Snapshot<S> {
    pub at: At,
    pub state: Arc<S>,
}

/// Where a stream stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct At {
    pub partition: i32,
    pub key: String,
    pub version: u64,
    pub leaf: [u8; 32],
    pub recorded_at: Timestamp,
}

impl At {
    /// What the column `digest` holds, under the key of the log; without a key no snapshot is kept or believed.
    fn mac<S: Stream>(&self, log: &EventLog, state: &[u8]) -> Option<Stored> {
        Some(log.key()?.of_snapshot(&self.digest((S::TYPE, S::STATE_VERSION), state)))
    }

    /// Whether this service made it.
    fn fits<S: Stream>(&self, log: &EventLog, state: &[u8], stored: &[u8]) -> bool {
        let digest = self.digest((S::TYPE, S::STATE_VERSION), state);
        log.key().is_some_and(|key| key.fits_snapshot(&digest, stored))
    }

    /// Covers every column, length by length: a flipped bit anywhere makes it another one.
    fn digest(&self, (stream_type, state_version): (&str, u16), state: &[u8]) -> [u8; 32] {
        let mut hasher = Sha256::new();
        let mut field = |bytes: &[u8]| {
            hasher.update((bytes.len() as u64).to_be_bytes());
            hasher.update(bytes);
        };
        field(stream_type.as_bytes());
        field(self.key.as_bytes());
        field(&self.partition.to_be_bytes());
        field(&self.version.to_be_bytes());
        field(&self.leaf);
        field(&self.recorded_at.0.to_be_bytes());
        field(&state_version.to_be_bytes());
        field(state);
        hasher.finalize().into()
    }
}
