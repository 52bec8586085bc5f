//! `erasure/…`: the end of an account.

use super::ask;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for the ends of accounts that wait, the nearest first.
    ErasureListBody(plain) {
        /// Lines at most, up to 200.
        limit: Option<i64>,
        /// `next` of the page before.
        before: Option<String>,
    }
}

ask! {
    /// Asks for the signed certificate that the personal data of a player is destroyed.
    ErasureCertificateBody(plain) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
    }
}

ask! {
    /// Proposes the end of an account for a player: once approved, the personal data is destroyed after the waiting time.
    ErasureRequestBody(signed) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
    }
}

ask! {
    /// Takes the request back, when it was a mistake.
    ErasureCancelBody(signed) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
    }
}

/// The end of an account that waits.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffErasure {
    /// Whose.
    pub player: String,
    /// When it was asked for.
    pub asked_ms: i64,
    /// The member who asked for the player; null when the player did.
    pub by: Option<String>,
    /// The member who approved that; null when the player asked, and where one person did it, as before it took two.
    pub approver: Option<String>,
    /// Why; empty when the player asked.
    pub reason: String,
    /// When the personal data is destroyed.
    pub erase_ms: i64,
    /// What would keep it now: `frozen`, `open_dive` or `withdrawal`.
    pub hindered_by: Option<String>,
}

/// Ends of accounts that wait.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ErasureListData {
    /// The nearest first.
    pub list: Vec<StaffErasure>,
    /// The next page begins behind it.
    pub next: Option<String>,
}

/// A certificate, or why there is none.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ErasureCertificateData {
    /// The signed note, which `ledger erasure verify` checks; null while something is left.
    pub note: Option<String>,
    /// What is left, in a sentence; null beside a note.
    pub missing: Option<String>,
}
