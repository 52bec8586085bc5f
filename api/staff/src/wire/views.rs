//! `views/…`: the projections desk.

use super::ask;
use super::finding::StaffFinding;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks how every view stands to its logs.
    ViewsListBody(plain) {}
}

ask! {
    /// Makes a view a second time from the log, compares, and lets the new rows serve if asked to.
    ViewsRebuildBody(write) {
        /// Its name, as the list has it.
        view: String,
        /// The new rows serve; without it they are compared and thrown away.
        swap: bool,
    }
}

ask! {
    /// Asks how far a rebuild is.
    ViewsInfoBody(plain) {
        /// The job.
        #[schema(value_type = String, format = "uuid")]
        job: api::wire::body::Id,
    }
}

/// How a view stands to one log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffView {
    /// Its name.
    pub view: String,
    /// books (balances and postings, under one cursor) or following.
    pub mode: String,
    /// The log.
    pub partition: i32,
    /// Events it has not read yet.
    pub behind: i64,
    /// Age of the oldest of them.
    #[schema(format = "duration-ms")]
    pub behind_ms: i64,
    /// Where it has stopped; nothing while it follows.
    pub stopped_at: Option<i64>,
    /// Why.
    pub stopped_why: Option<String>,
    /// Where and why as a code.
    pub stopped_finding: Option<StaffFinding>,
}

/// Every view.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ViewsListData {
    /// By name and log.
    pub list: Vec<StaffView>,
}

/// A rebuild that was started.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ViewsStarted {
    /// The job, for `views/info`.
    pub job: String,
}

/// What a rebuild found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffRebuilt {
    /// Rows that served.
    pub live: i64,
    /// Rows that the log makes.
    pub rebuilt: i64,
    /// Rows that differ.
    pub different: i64,
    /// Whether the new rows serve.
    pub swapped: bool,
    /// The first row that differs, as it served.
    pub first_live: Option<String>,
    /// The same, as the log makes it.
    pub first_rebuilt: Option<String>,
}

/// How far a rebuild is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ViewsInfoData {
    /// The view.
    pub view: String,
    /// running, done or failed.
    pub state: String,
    /// Events read.
    pub done: i64,
    /// Events in all.
    pub total: i64,
    /// What it found, once it is done.
    pub report: Option<StaffRebuilt>,
    /// Why it failed.
    pub why: Option<String>,
    /// The same as a code.
    pub finding: Option<StaffFinding>,
}
