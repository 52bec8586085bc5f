//! Exports as files: what is in them, and checking one from its files alone.
//!
//! | file | holds |
//! |---|---|
//! | `events.*` | every event of the range, with its leaf hash and the one before it in its stream |
//! | `postings.*` | every leg of these events with the balance after it |
//! | `seals.*`, `refusals.*` | where they were asked for: the MAC of every event, and remembered refusals with theirs (`seals.rs`) |
//! | `manifest.json` | what was asked for, the range of each log, rows, bytes and SHA-256 of each file, sums |
//! | `dictionary.json` | what each column means |
//!
//! Files are read by their names through [`Files`]: from a folder, or from what somebody chose in a browser. Knows
//! nothing of how an export is made.

mod check;
pub mod columns;
mod dictionary;
#[cfg(feature = "parquet")]
pub mod parquet;
mod reader;
mod report;
mod seals;
mod shares;
mod sheet;

pub use check::{Shown, check, check_sealed};
pub use dictionary::{DICTIONARY, Described, dictionary, dictionary_text};
pub use seals::{Macs, Sealed};
pub use sheet::{Files, Form, RowsOf, SheetFault};

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use uuid::Uuid;

pub const MANIFEST: &str = "manifest.json";
/// The shape of an export, counted up when it changes.
pub const VERSION: u32 = 1;

/// An event as it is exported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventRow {
    pub partition: i32,
    /// Its place in that log.
    pub position: i64,
    pub stream: String,
    pub key: String,
    /// Version of the stream.
    pub sequence: i64,
    pub event_id: Uuid,
    pub event_type: String,
    pub event_version: String,
    /// When, in milliseconds.
    pub recorded_at_ms: i64,
    /// Stored bytes.
    pub payload: String,
    /// Stored bytes.
    pub metadata: String,
    /// Leaf of the event before in the stream, hexadecimal; zeros before the first.
    pub previous: String,
    /// Leaf hash, hexadecimal.
    pub leaf: String,
}

/// A posting as it is exported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostingRow {
    pub partition: i32,
    /// Position of its event.
    pub position: i64,
    /// Which leg of the event.
    pub leg: i16,
    /// Whose account; nil for the house.
    pub owner: Uuid,
    /// The account's journal name.
    pub account: String,
    /// The asset's name.
    pub asset: String,
    /// Minor units.
    pub amount: i64,
    /// The account's balance after it.
    pub after: i64,
}

/// The MAC of an event as it is exported; empty where the event has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealRow {
    pub partition: i32,
    /// Position of its event.
    pub position: i64,
    /// The id of the key, hexadecimal.
    pub key: String,
    /// The tag, hexadecimal.
    pub mac: String,
}

/// A remembered refusal as it is exported, with its MAC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefusalRow {
    pub partition: i32,
    /// Owner of the stream that refused.
    pub scope: Uuid,
    pub request_id: Uuid,
    /// Hash of what was asked for, hexadecimal.
    pub digest: String,
    /// The refusal's code, as its message says in English.
    pub code: i32,
    pub message: String,
    /// Stored bytes of the answer.
    pub answer: String,
    /// Version of the stream that refused.
    pub version: i64,
    /// When, in milliseconds.
    pub recorded_at_ms: i64,
    /// The id of the key, hexadecimal.
    pub key: String,
    /// The tag, hexadecimal.
    pub mac: String,
}

/// The range of a log: after one position, up to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogRange {
    pub partition: i32,
    /// The last position before the range.
    pub after: i64,
    /// The last position of the range.
    pub until: i64,
    /// Events exported; of all players as many as positions, without a gap.
    pub events: u64,
}

/// What a file must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileNote {
    pub name: String,
    /// Rows in it.
    pub rows: u64,
    /// Its length.
    pub bytes: u64,
    /// SHA-256 of its bytes, hexadecimal.
    pub sha256: String,
}

/// What an export is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The shape of the export.
    pub version: u32,
    /// The program that made it.
    pub program: String,
    /// The database: `ledger/<id>`.
    pub origin: String,
    /// The one player whose streams and accounts it holds; absent: everybody's.
    pub player: Option<Uuid>,
    /// The range of each log.
    pub logs: Vec<LogRange>,
    /// How rows are written.
    pub form: Form,
    /// The files beside this one: events, postings.
    pub files: [FileNote; 2],
    /// The files of MACs: of events, and refusals; absent where none were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seals: Option<[FileNote; 2]>,
    /// Minor units of each asset over all exported postings, as text; zero unless it is one player's.
    pub sums: BTreeMap<String, String>,
    /// The signed checkpoint at which it ends, and the key of who signed it; absent when it ends elsewhere.
    pub checkpoint: Option<Anchor>,
}

/// A signed note with its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    pub note: String,
    /// The key that it says signed it; whoever checks should have the key from another source.
    pub vkey: String,
}
