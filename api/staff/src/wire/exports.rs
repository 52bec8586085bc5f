//! Exports: files that anybody can check.

use super::ask;
use super::at::At;
use super::job::JobState;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

ask! {
    /// Begins an export.
    ExportsStartBody(look) {
        /// `ndjson`, `csv` or `parquet`: events and postings; `hledger` or `beancount`: the books as a journal.
        format: String,
        /// The end: a position or an RFC 3339 time. Absent: the newest signed checkpoint.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// The begin: after this position or time, or this UTC day. Absent: the log's.
        #[schema(nullable = false)]
        from: Option<String>,
        /// The end in place of `as_of`: this position or time, or the end of this UTC day.
        #[schema(nullable = false)]
        until: Option<String>,
        /// One player's streams and accounts alone: an id, a short one as lists show it, an invite code, or `tg:` and a messenger id.
        #[schema(nullable = false)]
        player: Option<String>,
    }
}

/// A file of an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ExportFile {
    /// Its name, the last part of its address.
    pub name: String,
    /// Rows in it; 0 of the manifest.
    pub rows: i64,
    /// Its length.
    pub bytes: i64,
    /// SHA-256 of its bytes, hexadecimal; null of the manifest, which holds those of the others.
    pub sha256: Option<String>,
}

/// How far an export is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ExportsInfoData {
    /// The job; it counts rows.
    pub job: JobState,
    /// The format.
    pub format: String,
    /// Its files; empty until it is done. `GET /staff/v1/exports/<id>/<name>` gives one.
    pub files: Vec<ExportFile>,
    /// The signed checkpoint at which it ends; null when it ends elsewhere.
    pub checkpoint: Option<String>,
}

ask! {
    /// Begins an export of a list: everything that its filters leave.
    ExportsTableBody(look) {
        /// The list's call, such as `withdrawals/list`.
        list: String,
        /// The body of that call: its filters. A page is not asked for.
        #[schema(value_type = std::collections::HashMap<String, serde_json::Value>)]
        body: Map<String, Value>,
        /// `csv`, `xlsx` or `parquet`.
        format: String,
    }
}

ask! {
    /// Asks which files left the house.
    ExportsHistoryBody(plain) {
        /// As of a position or an RFC 3339 time. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// Only what came after this position or time, or from this UTC day on.
        #[schema(nullable = false)]
        from: Option<String>,
        /// Up to this position or time, or to the end of this UTC day; before `as_of`.
        #[schema(nullable = false)]
        until: Option<String>,
        /// `next` of the page before.
        #[schema(nullable = false)]
        before: Option<String>,
        /// Lines, 1 to 200; 50 without.
        #[schema(nullable = false)]
        limit: Option<u32>,
    }
}

/// Files that left the house, or a run of a schedule that came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ExportLine {
    /// The export; null for a run that came to nothing.
    pub export: Option<String>,
    /// When its files were there.
    pub at_ms: i64,
    /// Who took them.
    pub by: String,
    /// `books`, or the call of the list.
    pub what: String,
    /// Filters or range, as JSON. What was searched for is not recorded.
    pub filters: String,
    /// How they are written.
    pub format: String,
    /// Why.
    pub reason: String,
    /// Rows of the first file.
    pub rows: i64,
    /// Each with its hash.
    pub files: Vec<ExportFile>,
    /// They can still be fetched from here.
    pub is_there: bool,
    /// The schedule that made it; null for what a person asked for.
    pub schedule: Option<String>,
    /// When that run was due.
    pub due_ms: Option<i64>,
    /// The code of what was wrong about a run that came to nothing.
    pub problem: Option<String>,
}

/// Which files left the house, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ExportsHistoryData {
    /// The moment of the answer.
    pub at: At,
    /// The page.
    pub list: Vec<ExportLine>,
    /// Where the next page begins; null on the last.
    pub next: Option<String>,
}

ask! {
    /// Asks for exports that are made again and again.
    ExportsSchedulesBody(plain) {}
}

/// An export that is made again and again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ExportSchedule {
    /// Names it.
    pub schedule: String,
    /// Who set it up: it runs in this member's name.
    pub by: String,
    /// The call of the list.
    pub what: String,
    /// The list's filters, as JSON.
    pub filters: String,
    /// How its files are written.
    pub format: String,
    /// `day`, `week` (on Mondays) or `month` (on the first).
    pub every: String,
    /// Of the day, in UTC.
    pub hour: i64,
    /// Days for which its files are kept.
    pub kept_days: i64,
    /// Why.
    pub reason: String,
    /// When it is due next.
    pub due_ms: i64,
}

/// All of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ExportsSchedulesData {
    /// By who set them up.
    pub list: Vec<ExportSchedule>,
}

ask! {
    /// Sets up an export that is made again and again.
    ExportsScheduleBody(write) {
        /// The list's call, such as `books/trial`.
        list: String,
        /// Its filters. Without a moment each run is of when it is due, and from the run before where the list has a begin.
        #[schema(value_type = std::collections::HashMap<String, serde_json::Value>)]
        body: Map<String, Value>,
        /// `csv`, `xlsx` or `parquet`.
        format: String,
        /// `day`, `week` (on Mondays) or `month` (on the first).
        every: String,
        /// Of the day, in UTC: 0 to 23.
        hour: i64,
        /// Days for which its files are kept: 1 to 92.
        kept_days: i64,
    }
}

/// What was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ExportsScheduleData {
    /// Names it.
    pub schedule: String,
}

ask! {
    /// Makes an export no more.
    ExportsStopBody(write) {
        /// Which.
        #[schema(value_type = String, format = "uuid")]
        schedule: api::wire::body::Id,
    }
}
