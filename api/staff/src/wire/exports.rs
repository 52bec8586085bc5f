//! Exports: files that anybody can check.

use super::ask;
use super::job::JobState;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Begins an export.
    ExportsStartBody(look) {
        /// `ndjson`, `csv` or `parquet`: events and postings; `hledger` or `beancount`: the books as a journal.
        format: String,
        /// The end: a position or an RFC 3339 time. Absent: the newest signed checkpoint.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// The begin: after this position or time. Absent: the log's.
        #[schema(nullable = false)]
        from: Option<String>,
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
