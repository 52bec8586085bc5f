//! `freezes/…`: accounts that are stopped.

use super::ask;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for stopped accounts.
    FreezesListBody(plain) {
        /// Lines at most, up to 200.
        limit: Option<i64>,
        /// `next` of the page before.
        before: Option<String>,
    }
}

ask! {
    /// Stops an account.
    FreezesSetBody(signed) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
    }
}

ask! {
    /// Lets an account go again.
    FreezesLiftBody(signed) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
    }
}

ask! {
    /// Proposes to stop several accounts at once, up to 50.
    FreezesProposeBody(signed) {
        /// Whose.
        #[schema(value_type = Vec<String>)]
        players: Vec<api::wire::body::Id>,
    }
}

/// A stopped account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffFreeze {
    /// Whose.
    pub player: String,
    /// Who stopped it.
    pub by: String,
    /// Why.
    pub reason: String,
    /// When.
    pub at_ms: i64,
}

/// Stopped accounts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FreezesListData {
    /// By player.
    pub list: Vec<StaffFreeze>,
    /// The next page begins behind it.
    pub next: Option<String>,
}
