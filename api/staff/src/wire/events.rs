//! Events as they were recorded.

use super::ask;
use super::at::At;
use super::entries::Entry;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for events, newest first.
    EventsListBody(plain) {
        /// A position of the log or an RFC 3339 time: as it was then. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// Only what came after this position or time, or from this UTC day on.
        #[schema(nullable = false)]
        from: Option<String>,
        /// Only what came up to this position or time, or within this UTC day.
        #[schema(nullable = false)]
        until: Option<String>,
        /// The type of the stream.
        #[schema(nullable = false)]
        stream: Option<String>,
        /// The key of the stream.
        #[schema(nullable = false)]
        key: Option<String>,
        /// The type of the event.
        #[schema(nullable = false)]
        event_type: Option<String>,
        /// Who acted; a member of staff by name alone as well.
        #[schema(nullable = false)]
        actor: Option<String>,
        /// Older than this cursor.
        #[schema(nullable = false)]
        before: Option<String>,
        /// Newer than this cursor; instead of `before`.
        #[schema(nullable = false)]
        after: Option<String>,
        /// Lines, 1 to 200; 50 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 200)]
        limit: Option<u32>,
    }
}

ask! {
    /// Asks for one event: by its id, or by its place.
    EventsInfoBody(plain) {
        /// The event.
        #[schema(nullable = false)]
        event_id: Option<String>,
        /// The log; 0 when absent.
        #[schema(nullable = false)]
        partition: Option<u16>,
        /// The place in it.
        #[schema(nullable = false)]
        position: Option<i64>,
    }
}

ask! {
    /// Asks what caused an event and what it caused.
    EventsCausesBody(plain) {
        /// A position of the log or an RFC 3339 time: as it was then. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// The event.
        event_id: String,
    }
}

/// What an event is, without what it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EventHeading {
    /// Its cursor.
    pub id: String,
    /// The log.
    pub partition: i32,
    /// Its place in it.
    pub position: i64,
    /// When it was recorded.
    pub at_ms: i64,
    /// The event.
    pub event_id: String,
    /// Its type.
    pub event_type: String,
    /// Type of its stream.
    pub stream: String,
    /// Key of its stream.
    pub key: String,
    /// Version of the stream.
    pub version: i64,
    /// Who acted.
    pub actor: String,
    /// The event that caused it.
    pub cause: Option<String>,
}

/// A page of events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EventsListData {
    /// The moment of the answer.
    pub at: At,
    /// Newest first.
    pub list: Vec<EventHeading>,
    /// Cursor of older events, for `before`; null at the end of the log.
    pub next: Option<String>,
    /// Cursor of newer events, for `after`; null on an empty page.
    pub prev: Option<String>,
    /// The search looked down to this position and the page is not full: ask on with the cursor.
    pub searched_to: Option<i64>,
}

/// Whether the chain of hashes of an event's stream holds at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChainLink {
    /// The stored leaf, hexadecimal.
    pub leaf: String,
    /// Leaf of the version before it; zeros before the first.
    pub previous: String,
    /// The leaf computed again from the stored fields and the leaf before.
    pub computed: String,
    /// Whether stored and computed are the same, and the version before is there.
    pub holds: bool,
    /// Versions of the stream follow one another; the one after this, when it is there.
    pub next_position: Option<i64>,
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EventsInfoData {
    /// What it is.
    pub event: EventHeading,
    /// The version of its shape.
    pub shape: String,
    /// What it says: JSON, byte for byte as it is stored and hashed.
    pub payload: String,
    /// Who, which request, what cause: JSON, byte for byte.
    pub metadata: String,
    /// What it moved.
    pub legs: Vec<Entry>,
    /// Its place in the chain of its stream.
    pub chain: ChainLink,
}

/// What led to an event and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EventsCausesData {
    /// The moment of the answer.
    pub at: At,
    /// The event.
    pub event: EventHeading,
    /// What caused it, the nearest first.
    pub upstream: Vec<EventHeading>,
    /// Events of the same command, this one among them.
    pub together: Vec<EventHeading>,
    /// What it caused, and what that caused, in the order of the log.
    pub downstream: Vec<EventHeading>,
    /// True when there are more effects than are shown.
    pub more: bool,
}
