//! The laws of the books, asked.

use super::ask;
use super::job::JobState;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks every law of the books, each in SQL that shares no code with the rules.
    AuditsRunBody(plain) {
    }
}

/// What asking a law found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ShownLaw {
    /// Its number.
    pub law: String,
    /// What it says.
    pub says: String,
    /// Things it was asked of.
    pub compared: i64,
    /// How many of them break it.
    pub broken: i64,
    /// The first of these.
    pub first: Option<String>,
}

/// How far the audit is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AuditsInfoData {
    /// The job.
    pub job: JobState,
    /// Whether every law holds; null until it is done.
    pub holds: Option<bool>,
    /// Every law; empty until it is done.
    pub list: Vec<ShownLaw>,
}
