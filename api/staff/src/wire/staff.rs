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
    /// Proposes an account.
    StaffAddBody(signed) {
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
    /// Proposes other roles; with the approval every session of the member ends.
    StaffRolesBody(signed) {
        /// The account.
        name: String,
        /// One or more roles.
        roles: Vec<String>,
    }
}

ask! {
    /// Closes an account; every session of the member ends.
    StaffDisableBody(signed) {
        /// The account.
        name: String,
    }
}

ask! {
    /// Proposes to open an account again.
    StaffEnableBody(signed) {
        /// The account.
        name: String,
    }
}

ask! {
    /// Proposes that the owner chooses password and second factor anew; with the approval the old ones are void and every
    /// session of the member ends.
    StaffResetBody(signed) {
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
    /// Its owner has to activate it before then; nothing once it is activated.
    pub activate_until_ms: Option<i64>,
    /// Open sessions.
    pub sessions: i64,
    /// Wrong attempts in a row.
    pub failures: i64,
    /// Shown as guessed at until then, after wrong attempts; nothing when it is not. Nobody is kept out.
    pub locked_until_ms: Option<i64>,
}

/// Every account, by name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffListData {
    /// The accounts.
    pub list: Vec<StaffAccount>,
}

/// An account that waits for another person of security, and the code that its owner then needs, shown once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffInvited {
    /// The account's name.
    pub name: String,
    /// With it the owner chooses password and second factor, once.
    pub code: String,
    /// How long the code is good, from the approval on, in milliseconds.
    pub code_valid_ms: i64,
    /// The proposal.
    pub proposal: String,
    /// What an approval is bound to.
    pub digest: String,
}
