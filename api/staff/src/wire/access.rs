//! `access/…`: what is held of a person, for that person.

use super::ask;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

ask! {
    /// Proposes that everything that is held of a player leaves as a file, to be given to the player.
    AccessProposeBody(signed) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
    }
}

ask! {
    /// Asks for everything that is held of a player, as an approved proposal of the caller permits for seven days:
    /// personal data, recorded with its reason.
    AccessFileBody(look) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
        /// The approved proposal.
        #[schema(value_type = String, format = "uuid")]
        proposal: api::wire::body::Id,
    }
}

/// Records of one kind.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessPart {
    /// `account`, `limits`, `profile`, `identity`, `identity_forms`, `images`, `addresses`, `sessions`, `messages`, `cases`,
    /// `case_texts`, `case_files` or `history`.
    pub name: String,
    /// Fields by name; `…_ms` are moments, `bytes` base 64.
    pub records: Vec<BTreeMap<String, String>>,
}

/// Something that is held and not given.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessWithheld {
    /// `device_traces`, `fingerprints`, `older_history`, `large_records` or `unknown_records`.
    pub what: String,
    /// How many records; null where they are not counted.
    pub count: Option<i64>,
    /// Why, in a sentence without its end.
    pub why: String,
}

/// What is held of a person.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessFileData {
    /// Whose.
    pub player: String,
    /// As of when.
    pub made_ms: i64,
    /// What is given.
    pub parts: Vec<AccessPart>,
    /// What is not.
    pub withheld: Vec<AccessWithheld>,
}
