//! An event as it was recorded, and what can be read from it alone.

use crate::leaf::{HashedFields, LeafFields};
use crate::upcast;
use domain::stream::StreamEvent;
use std::collections::HashMap;
use thiserror::Error;
use uuid::Uuid;

/// An event as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The log it is in.
    pub partition: i32,
    /// Its place in that log, from 1.
    pub position: i64,
    pub aggregate_type: String,
    pub aggregate_id: String,
    /// Version of the stream.
    pub sequence: i64,
    pub event_id: Uuid,
    pub event_type: String,
    pub event_version: String,
    /// Stored payload bytes.
    pub payload: String,
    /// Stored metadata bytes.
    pub metadata: String,
    pub recorded_at_ms: i64,
    pub leaf: Vec<u8>,
}

/// A stored fact does not read back.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{stream} version {sequence}, position {position} of partition {partition}: {reason}")]
pub struct Unreadable {
    /// Type and key of the stream.
    pub stream: String,
    /// Version of the event.
    pub sequence: i64,
    /// The log the event is in.
    pub partition: i32,
    /// The event's place in that log.
    pub position: i64,
    /// What is wrong with it.
    pub reason: String,
}

impl Recorded {
    /// The leaf of the stored fields after `previous`; [`Recorded::leaf`] is what was stored.
    pub fn leaf_after(&self, previous: &[u8; 32]) -> [u8; 32] {
        self.hash().after(previous)
    }

    /// The stored fields, hashed, for leaves after one or several others.
    pub fn hash(&self) -> HashedFields {
        LeafFields {
            aggregate_type: &self.aggregate_type,
            aggregate_id: &self.aggregate_id,
            sequence: self.sequence,
            event_id: self.event_id,
            event_type: &self.event_type,
            event_version: &self.event_version,
            recorded_at_ms: self.recorded_at_ms,
            payload: &self.payload,
            metadata: &self.metadata,
        }
        .hash()
    }

    /// The event in the newest shape of the event type `E`.
    ///
    /// # Errors
    /// [`Unreadable`] when type, version and payload are not those of such an event.
    pub fn decode<E: StreamEvent>(&self) -> Result<E, Unreadable> {
        upcast::read(&self.event_type, &self.event_version, &self.payload)
            .map_err(|error| self.unreadable(error.to_string()))
    }

    /// The metadata: actor, request id and cause.
    ///
    /// # Errors
    /// [`Unreadable`] when it is not a flat map of texts.
    pub fn context(&self) -> Result<HashMap<String, String>, Unreadable> {
        serde_json::from_str(&self.metadata).map_err(|error| self.unreadable(error.to_string()))
    }

    /// The fault of an event that cannot be used, for this reason.
    pub fn unreadable(&self, reason: String) -> Unreadable {
        let stream = format!("{} {}", self.aggregate_type, self.aggregate_id);
        Unreadable {
            stream,
            sequence: self.sequence,
            partition: self.partition,
            position: self.position,
            reason,
        }
    }
}
