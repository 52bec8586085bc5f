//! The leaf hash of an event: SHA-256 over length-prefixed fields, the previous
//! leaf of the stream among them, so that every stream is a hash chain.
//!
//! The position is not covered: it is the leaf's index in the log. The payload is
//! hashed as the bytes that are stored. Length prefixes leave no two field lists
//! with the same pre-image.

use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The leaf before the first event of a stream.
pub const ROOT: [u8; 32] = [0; 32];

pub struct LeafFields<'a> {
    pub aggregate_type: &'a str,
    pub aggregate_id: &'a str,
    /// Version of the stream.
    pub sequence: i64,
    pub event_id: Uuid,
    pub event_type: &'a str,
    /// Shape version of the event type.
    pub event_version: &'a str,
    /// When it was recorded.
    pub recorded_at_ms: i64,
    /// Stored payload bytes.
    pub payload: &'a str,
    /// Stored metadata bytes.
    pub metadata: &'a str,
    /// Leaf of the event before in the stream, or [`ROOT`].
    pub previous: &'a [u8; 32],
}

impl LeafFields<'_> {
    pub fn hash(&self) -> [u8; 32] {
        let mut hasher = Sha256::new();
        hasher.update([0]);
        let mut field = |bytes: &[u8]| {
            hasher.update((bytes.len() as u64).to_be_bytes());
            hasher.update(bytes);
        };
        field(self.aggregate_type.as_bytes());
        field(self.aggregate_id.as_bytes());
        field(&self.sequence.to_be_bytes());
        field(self.event_id.as_bytes());
        field(self.event_type.as_bytes());
        field(self.event_version.as_bytes());
        field(&self.recorded_at_ms.to_be_bytes());
        field(self.payload.as_bytes());
        field(self.metadata.as_bytes());
        field(self.previous);
        hasher.finalize().into()
    }
}

#[cfg(test)]
mod tests;
