//! The journal: legs with their events, and why a leg has its amount.

use super::ask;
use super::at::At;
use super::events::EventHeading;
use super::page::StaffSum;
use api::wire::why::WalletWhy;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

ask! {
    /// Asks for legs, newest first.
    EntriesListBody(plain) {
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
        /// Whose account: `house`, a player's id, a short one as lists show it, an invite code, or `tg:` and a messenger id.
        #[schema(nullable = false)]
        owner: Option<String>,
        /// The account's journal name.
        #[schema(nullable = false)]
        account: Option<String>,
        /// The asset.
        #[schema(nullable = false)]
        asset: Option<String>,
        /// The type of the event.
        #[schema(nullable = false)]
        event_type: Option<String>,
        /// Who acted: `player`, `policy:…`, `staff:…` or `system:…`; a member of staff by name alone as well.
        #[schema(nullable = false)]
        actor: Option<String>,
        /// The amount at least, either way, in minor units.
        #[schema(nullable = false)]
        least: Option<String>,
        /// The amount at most.
        #[schema(nullable = false)]
        most: Option<String>,
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
    /// Asks why a leg has its amount.
    EntriesExplainBody(plain) {
        /// The log.
        partition: u16,
        /// Position of the event.
        #[schema(minimum = 1)]
        position: i64,
        /// Which leg of the event.
        #[schema(minimum = 0)]
        leg: i16,
    }
}

/// The other end of a leg.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Counter {
    /// Whose account; null for the house.
    pub owner: Option<String>,
    /// The account's journal name.
    pub account: String,
    /// Minor units that moved there.
    pub amount: String,
}

/// A leg.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Entry {
    /// Names the line, and is its cursor.
    pub id: String,
    /// The log.
    pub partition: i32,
    /// Position of the event.
    pub position: i64,
    /// Which leg of the event.
    pub leg: i16,
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
    /// Who acted.
    pub actor: String,
    /// Whose account; null for the house.
    pub owner: Option<String>,
    /// The account's journal name.
    pub account: String,
    /// The asset.
    pub asset: String,
    /// Signed minor units.
    #[schema(format = "minor")]
    pub amount: String,
    /// The account's balance after it, in minor units.
    #[schema(format = "minor")]
    pub after: String,
    /// Where it came from or went, in the same asset.
    pub counter: Vec<Counter>,
}

/// A page of legs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EntriesListData {
    /// The moment of the answer.
    pub at: At,
    /// Newest first.
    pub list: Vec<Entry>,
    /// What all rows add up to that fit the filters; null when it was not asked for, or would take too long.
    pub sums: Option<Vec<StaffSum>>,
    /// Cursor of older lines, for `before`; null at the end of the log.
    pub next: Option<String>,
    /// Cursor of newer lines, for `after`; null on an empty page.
    pub prev: Option<String>,
    /// The search looked down to this position (up to it, with `after`) and the page is not full: ask on with the cursor.
    pub searched_to: Option<i64>,
}

/// The command that an event came of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ShownCommand {
    /// Who asked.
    pub actor: String,
    /// The caller's id for it; null for a command without one.
    pub request_id: Option<String>,
    /// SHA-256 of what was asked, hexadecimal.
    pub digest: Option<String>,
    /// When it was answered; null for a command without an id.
    pub answered_at_ms: Option<i64>,
    /// The remembered answer's code.
    pub code: Option<i32>,
    /// Events of the same command, this one among them.
    pub events: i64,
}

/// What a sentence about the leg is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Sentence {
    /// Which sentence: the rule's permanent name.
    pub key: String,
    /// `in` or `out`, seen from the account.
    pub way: String,
    /// Its values by name; money as decimals of its asset.
    pub values: BTreeMap<String, String>,
}

/// Why a leg has its amount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EntriesExplainData {
    /// The leg.
    pub entry: Entry,
    /// All legs of the event.
    pub legs: Vec<Entry>,
    /// The rule, the numbers in force and what went into the amount.
    pub why: WalletWhy,
    /// Who asked for it.
    pub command: ShownCommand,
    /// What caused it, the nearest first.
    pub causes: Vec<EventHeading>,
    /// What a sentence is made of.
    pub sentence: Sentence,
    /// The balance before it, in minor units: it and the amount are the balance after it.
    pub before: String,
}
