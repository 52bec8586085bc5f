//! `staff/…`: accounts of members.

use super::ask;
use super::keys::StaffHeldKey;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for every account.
    StaffListBody(plain) {}
}

ask! {
    /// Makes an account.
    StaffAddBody(write) {
        /// Up to 60 letters, digits, dots, dashes, underscores and @.
        name: String,
        /// One or more roles.
        roles: Vec<String>,
        /// The player that the member is, if any.
        #[schema(value_type = Option<String>, format = "uuid")]
        own: Option<api::wire::body::Id>,
    }
}

ask! {
    /// Changes the roles; every session of the member ends.
    StaffRolesBody(write) {
        /// The account.
        name: String,
        /// One or more roles.
        roles: Vec<String>,
    }
}

ask! {
    /// Closes an account; every session of the member ends.
    StaffDisableBody(write) {
        /// The account.
        name: String,
    }
}

ask! {
    /// Opens an account again.
    StaffEnableBody(write) {
        /// The account.
        name: String,
    }
}

ask! {
    /// New password and second factor; every session of the member ends.
    StaffResetBody(write) {
        /// The account.
        name: String,
    }
}

/// An account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffAccount {
    /// Its name.
    pub name: String,
    /// Its roles.
    pub roles: Vec<String>,
    /// The player that the member is.
    pub own: Option<String>,
    /// Keys that wait for a second person or sign.
    pub keys: Vec<StaffHeldKey>,
    /// It is closed.
    pub disabled: bool,
    /// Open sessions.
    pub sessions: i64,
    /// Wrong attempts in a row.
    pub failures: i64,
    /// It waits until then after wrong attempts; nothing when it does not.
    pub locked_until_ms: Option<i64>,
}

/// Every account, by name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffListData {
    /// The accounts.
    pub list: Vec<StaffAccount>,
}

/// What the member is shown, once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffIssued {
    /// The account's name.
    pub name: String,
    /// The password.
    pub password: String,
    /// The second factor's secret, in base 32.
    pub totp_secret: String,
    /// The same for an authenticator.
    pub otpauth_url: String,
}
