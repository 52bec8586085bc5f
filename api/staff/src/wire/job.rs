//! Work that takes longer than a call: asked for once, looked at until it is done.

use super::ask;
use super::finding::StaffFinding;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks how far a job is.
    JobInfoBody(plain) {
        /// The job.
        id: String,
    }
}

/// A job. It lives as long as the process that works on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct JobState {
    /// Names it.
    pub id: String,
    /// `running`, `done` or `failed`.
    pub state: String,
    /// What is done so far, in the job's own units.
    pub done: i64,
    /// What there is to do; 0 while that is not known.
    pub total: i64,
    /// Who asked for it.
    pub by: String,
    /// When it began.
    pub started_at_ms: i64,
    /// When it ended.
    pub ended_at_ms: Option<i64>,
    /// Why it failed.
    pub problem: Option<String>,
    /// The same as a code.
    pub finding: Option<StaffFinding>,
}
