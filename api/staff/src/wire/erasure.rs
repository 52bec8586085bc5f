//! `erasure/…`: the end of an account.

use super::ask;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

ask! {
    /// Asks for the end of an account for a player: the personal data is destroyed after the waiting time.
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

/// The end of an account that was asked for.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErasureRequested {
    /// When the personal data is destroyed.
    pub erase_ms: i64,
}
