//! Replays: history folded anew and compared with what is there.

use super::ask;
use super::finding::StaffFinding;
use super::job::JobState;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Folds history anew: one stream, a range of the log, or views from the first event.
    ReplaysRunBody(plain) {
        /// A position of the log or an RFC 3339 time: up to here. Not for views: those are of now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// The range begins after this position or time.
        #[schema(nullable = false)]
        from: Option<String>,
        /// A stream, `<type>/<key>`.
        #[schema(nullable = false)]
        stream: Option<String>,
        /// A view, or `all`.
        #[schema(nullable = false)]
        view: Option<String>,
    }
}

/// A row of the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReplayRow {
    /// What is compared: an account, a chain of hashes, a state, a view.
    pub what: String,
    /// The asset, of an account.
    pub asset: Option<String>,
    /// What history folds to.
    pub folded: String,
    /// What is there.
    pub live: String,
    /// Things compared.
    pub compared: i64,
    /// Whether both are the same.
    pub equal: bool,
    /// The first difference, in a sentence.
    pub first: Option<String>,
    /// The same as a code.
    pub finding: Option<StaffFinding>,
}

/// How far the replay is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReplaysInfoData {
    /// The job; it counts events.
    pub job: JobState,
    /// Whether everything is the same; null until it is done.
    pub holds: Option<bool>,
    /// The result table; empty until it is done.
    pub list: Vec<ReplayRow>,
}
