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
}

/// The fields of one event, hashed; the leaf before stands last, so what follows from several is cheap.
#[derive(Clone)]
pub struct HashedFields(Sha256);

impl LeafFields<'_> {
    pub fn hash(&self) -> HashedFields {
        let mut hasher = Sha256::new();
        hasher.update([0]);
        let mut field = |bytes: &[u8]| add(&mut hasher, bytes);
        field(self.aggregate_type.as_bytes());
        field(self.aggregate_id.as_bytes());
        field(&self.sequence.to_be_bytes());
        field(self.event_id.as_bytes());
        field(self.event_type.as_bytes());
        field(self.event_version.as_bytes());
        field(&self.recorded_at_ms.to_be_bytes());
        field(self.payload.as_bytes());
        field(self.metadata.as_bytes());
        HashedFields(hasher)
    }
}

impl HashedFields {
    /// The leaf after this one of the event before in the stream, or after [`ROOT`].
    pub fn after(&self, previous: &[u8; 32]) -> [u8; 32] {
        let mut hasher = self.0.clone();
        add(&mut hasher, previous);
        hasher.finalize().into()
    }
}

fn add(hasher: &mut Sha256, field: &[u8]) {
    hasher.update((field.len() as u64).to_be_bytes());
    hasher.update(field);
}

#[cfg(test)]
mod tests;
