//! `session/…`: who is signed in.

use super::ask;
use super::keys::StaffHeldKey;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Password and second factor.
    SessionOpenBody(plain) {
        /// The account's name.
        name: String,
        /// The password.
        password: String,
        /// Six digits of the authenticator.
        totp: String,
    }
}

ask! {
    /// Ends the session.
    SessionCloseBody(plain) {}
}

ask! {
    /// Asks who is signed in.
    SessionMeBody(plain) {}
}

/// Who is signed in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionMe {
    /// The account's name.
    pub name: String,
    /// Its roles.
    pub roles: Vec<String>,
    /// What it may do: `<noun>.<verb>` of each call.
    pub can: Vec<String>,
    /// The own keys, waiting or in force.
    pub keys: Vec<StaffHeldKey>,
    /// Approvals about money need a signature: the member has or had a key, or money is real here.
    pub signs: bool,
    /// The session's end, however busy it is.
    pub expires_ms: i64,
    /// This is a development house.
    pub development: bool,
}
