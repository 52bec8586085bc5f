//! The login with the messenger's launch data (domain §10.4, §10.7).

use super::body::body;
use super::user::User;
use serde::Serialize;
use utoipa::ToSchema;

body! {
    /// Opens a session.
    LoginTelegramBody(ts) {
        /// The messenger's launch data as it was received.
        init_data: String,
        /// An invite code or start parameter; used when the signed data carries none.
        #[schema(nullable = false)]
        inviter: Option<String>,
        /// A random id that the client keeps for this device, the same for every account on it.
        #[schema(nullable = false, max_length = 64)]
        device: Option<String>,
    }
}

/// An open session.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LoginTelegramData {
    /// Sent with every further call.
    pub token: String,
    /// End of the session unless it is used, in milliseconds.
    pub expires_at: i64,
    /// This login registered the player.
    pub is_new: bool,
    /// This login bound the inviter, or the house.
    pub inviter_applied: bool,
    /// The player.
    pub user: User,
}
