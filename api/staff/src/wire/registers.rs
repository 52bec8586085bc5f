//! Registers: what auditors read through whole.

use super::ask;
use super::at::At;
use super::events::EventHeading;
use super::finding::StaffFinding;
use super::page::StaffSum;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

ask! {
    /// Asks for a register, newest first.
    RegistersListBody(plain) {
        /// A position of the log or an RFC 3339 time: as it was then. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// Only what came after this position or time, or from this UTC day on.
        #[schema(nullable = false)]
        from: Option<String>,
        /// Only what came up to this position or time, or within this UTC day.
        #[schema(nullable = false)]
        until: Option<String>,
        /// With the sums of all rows.
        #[schema(nullable = false)]
        sums: Option<bool>,
        /// `manual`, `reversed`, `refused`, `approvals`, `acts`, `config` or `personal`.
        register: String,
        /// Older than this cursor.
        #[schema(nullable = false)]
        before: Option<String>,
        /// Lines, 1 to 200; 50 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 200)]
        limit: Option<u32>,
    }
}

/// A request that was refused. Refusals are no events: they have a time and no position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RefusedRequest {
    /// The caller's id for it.
    pub request_id: String,
    /// Whose stream it was for.
    pub owner: String,
    /// When.
    pub at_ms: i64,
    /// The refusal's permanent code.
    pub code: i32,
    /// What it says.
    pub message: String,
    /// The rule that was broken, where it has words of its own.
    pub finding: Option<StaffFinding>,
}

/// A decision, from what began it to what came of it by the moment of the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct RegisterDecision {
    /// `withdrawal`, `identity`, `key`, or the kind of the proposal.
    pub kind: String,
    /// Who proposed; nothing where a player asked.
    pub maker: Option<String>,
    /// When it began.
    pub made_ms: Option<i64>,
    /// Who decided, in order; `auto` for the rule.
    pub checkers: Vec<String>,
    /// Why, in the maker's words.
    pub reason: Option<String>,
    /// Why, in the words of whoever decided last.
    pub decision: Option<String>,
    /// How far it is: the state of the proposal or the withdrawal, the verdict, `reset`, or `revoked`.
    pub outcome: String,
    /// What came of a proposal that was carried out: 0, or the code of the refusal.
    pub code: Option<i32>,
    /// Its single events, oldest first.
    pub events: Vec<EventHeading>,
}

/// A line of a register: an event, or a refused request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RegisterLine {
    /// The event; null for a refusal.
    pub event: Option<EventHeading>,
    /// What it says, by name.
    pub values: BTreeMap<String, String>,
    /// Players whom it concerns.
    pub players: Vec<String>,
    /// What it moves, signed minor units; nothing for what moves no value.
    #[schema(format = "minor")]
    pub amount: Option<String>,
    /// What the amount is of.
    pub asset: Option<String>,
    /// The decision that the event is; null in every other register.
    pub decision: Option<RegisterDecision>,
    /// The refusal; null for an event.
    pub refused: Option<RefusedRequest>,
}

/// A page of a register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RegistersListData {
    /// The moment of the answer. Of refusals: those up to its time.
    pub at: At,
    /// The types of events that the register holds.
    pub types: Vec<String>,
    /// Newest first.
    pub list: Vec<RegisterLine>,
    /// What all events of the register moved that fit the filters, by asset: what left and what came are the same. Of decisions
    /// what they were about, as the lines have it, whatever was decided. Null when it was not asked for, or they are too many.
    pub sums: Option<Vec<StaffSum>>,
    /// Cursor of older lines, for `before`; null at the end.
    pub next: Option<String>,
}
