//! What the writer writes: rows of events, claims and remembered answers, made from a
//! decision before it meets the database.
//!
//! Each event's postings are checked to balance here, whatever rule made them
//! (law I-01); they are written from the log afterwards ([`crate::books`]).

use crate::claims;
use crate::error::Fault;
use crate::leaf::{HashedFields, LeafFields};
use crate::mac::MacKeys;
use crate::request::Metadata;
use domain::money::Asset;
use domain::posting::Postings;
use domain::refusal::Refusal;
use domain::stream::StreamEvent;
use domain::time::Timestamp;
use proofs::Recorded;
use sqlx::Row;
use sqlx::postgres::PgRow;
use std::borrow::Cow;
use uuid::Uuid;

/// An event as it is stored; its position is given by the append.
#[derive(Clone, Debug)]
pub(crate) struct EventRow {
    pub aggregate_type: &'static str,
    pub aggregate_id: String,
    pub sequence: i64,
    pub event_id: Uuid,
    pub event_type: &'static str,
    pub event_version: Cow<'static, str>,
    pub payload: String,
    pub metadata: String,
    pub recorded_at_ms: i64,
    pub leaf: [u8; 32],
    /// What the MAC covers ([`MacKeys::input`]).
    pub mac_input: [u8; 32],
    /// Declared by the event; not stored with it.
    pub postings: Postings,
}

/// A natural key with the refusal for the second claim.
#[derive(Clone, Debug)]
pub(crate) struct ClaimRow {
    pub key: String,
    pub taken: Refusal,
}

/// The answer to remember under a request id.
#[derive(Clone, Debug)]
pub(crate) struct RequestRow {
    pub scope: Uuid,
    pub request_id: Uuid,
    pub digest: [u8; 32],
    pub code: i32,
    pub message: String,
    pub answer: String,
    pub version: i64,
    pub recorded_at_ms: i64,
}

impl RequestRow {
    /// The row of the columns of the same names.
    pub(crate) fn read(row: &PgRow, scope: Uuid, request_id: Uuid) -> Result<RequestRow, sqlx::Error> {
        Ok(RequestRow {
            scope,
            request_id,
            digest: row.try_get("digest")?,
            code: row.try_get("code")?,
            message: row.try_get("message")?,
            answer: row.try_get("answer")?,
            version: row.try_get("version")?,
            recorded_at_ms: row.try_get("recorded_at_ms")?,
        })
    }
}

/// Where a stream stands when events are added to it.
pub(crate) struct StreamHead<'a> {
    pub aggregate_type: &'static str,
    pub aggregate_id: &'a str,
    pub owner: Uuid,
    pub version: i64,
    pub leaf: [u8; 32],
    pub recorded_at: Timestamp,
}

/// The rows of `events` on top of `head`, chained by their leaves; the last one names what the command claims.
///
/// # Errors
/// [`Fault::Law`] when an event's postings do not balance.
pub(crate) fn rows<E: StreamEvent>(
    head: &StreamHead<'_>,
    events: &[E],
    (mut metadata, claims): (Metadata<'_>, &[ClaimRow]),
    now: Timestamp,
) -> Result<Vec<EventRow>, Fault> {
    let plain = to_json(&metadata)?;
    metadata.claims = claims::text(claims)?;
    let mut claiming = metadata.claims.is_some().then(|| to_json(&metadata)).transpose()?;
    let recorded_at_ms = now.max(head.recorded_at).0;
    let mut previous = head.leaf;
    let mut event_rows = Vec::with_capacity(events.len());
    for (index, event) in events.iter().enumerate() {
        let claiming = claiming.take_if(|_| index + 1 == events.len());
        let mut row = EventRow {
            aggregate_type: head.aggregate_type,
            aggregate_id: head.aggregate_id.to_owned(),
            sequence: head.version + 1 + index as i64,
            event_id: Uuid::now_v7(),
            event_type: event.name(),
            event_version: version_text(event.version()),
            payload: to_json(event)?,
            metadata: claiming.unwrap_or_else(|| plain.clone()),
            recorded_at_ms,
            leaf: previous,
            mac_input: previous,
            postings: balanced(event, head.owner)?,
        };
        let hashed = row.hash();
        row.leaf = hashed.after(&previous);
        row.mac_input = MacKeys::input(&hashed, &row.leaf);
        previous = row.leaf;
        event_rows.push(row);
    }
    Ok(event_rows)
}

fn balanced<E: StreamEvent>(event: &E, owner: Uuid) -> Result<Postings, Fault> {
    let postings = event.postings(owner);
    if let Some(asset) = Asset::ALL.into_iter().find(|&asset| postings.sum(asset) != 0) {
        return Err(Fault::Law(format!(
            "postings of {} do not balance in {}",
            event.name(),
            asset.name()
        )));
    }
    Ok(postings)
}

/// Most shapes are a first or second one: their text is not made anew for every event.
fn version_text(version: u16) -> Cow<'static, str> {
    match version {
        1 => Cow::Borrowed("1"),
        2 => Cow::Borrowed("2"),
        other => Cow::Owned(other.to_string()),
    }
}

fn to_json<T: serde::Serialize + ?Sized>(value: &T) -> Result<String, Fault> {
    let text = serde_json::to_string(value).map_err(|error| Fault::Law(format!("an event does not write: {error}")))?;
    // PostgreSQL's json accepts an escaped NUL that nothing downstream can hold.
    if text.contains("\\u0000") {
        return Err(Fault::Law("a NUL character reached an event".into()));
    }
    Ok(text)
}

impl EventRow {
    /// As it reads back from this place in a log.
    pub(crate) fn recorded(&self, partition: i32, position: i64) -> Recorded {
        Recorded {
            partition,
            position,
            aggregate_type: self.aggregate_type.to_owned(),
            aggregate_id: self.aggregate_id.clone(),
            sequence: self.sequence,
            event_id: self.event_id,
            event_type: self.event_type.to_owned(),
            event_version: self.event_version.to_string(),
            payload: self.payload.clone(),
            metadata: self.metadata.clone(),
            recorded_at_ms: self.recorded_at_ms,
            leaf: self.leaf.to_vec(),
        }
    }

    /// What a leaf covers.
    fn hash(&self) -> HashedFields {
        LeafFields {
            aggregate_type: self.aggregate_type,
            aggregate_id: &self.aggregate_id,
            sequence: self.sequence,
            event_id: self.event_id,
            event_type: self.event_type,
            event_version: &self.event_version,
            recorded_at_ms: self.recorded_at_ms,
            payload: &self.payload,
            metadata: &self.metadata,
        }
        .hash()
    }
}
