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
        /// Six digits of the authenticator; two codes in a row pass beside too many wrong logins of the address.
        totp: String,
    }
}

ask! {
    /// The signature of a challenge.
    SessionSignBody(plain) {
        /// The account's name, as the challenge has it.
        name: String,
        /// Of the challenge.
        #[schema(value_type = String, format = "uuid")]
        session: api::wire::body::Id,
        /// Of the challenge.
        issued_ms: i64,
        /// Of the challenge.
        digest: String,
        /// Over `session/open`, the name and the challenge's digest, with its session as the request id.
        signature: super::keys::StaffSignature,
    }
}

ask! {
    /// A code of activation, and what the owner chooses.
    SessionActivateBody(plain) {
        /// The account's name.
        name: String,
        /// As it was shown to who made the account.
        code: String,
        /// 12 to 128 characters.
        password: String,
        /// A secret that the owner's device made, in base 32, of 128 bits at least.
        totp_secret: String,
        /// Six digits of the authenticator that has the secret.
        totp: String,
    }
}

ask! {
    /// Another password for the own account.
    SessionPasswordBody(plain) {
        /// The present one.
        password: String,
        /// Six digits of the authenticator.
        totp: String,
        /// 12 to 128 characters.
        new_password: String,
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

/// A session, or what a key of the member must sign for it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionOpened {
    /// Who is signed in; nothing while a signature is missing.
    pub me: Option<SessionMe>,
    /// What to sign and send to `session/sign` within two minutes; nothing for a member without a key.
    pub challenge: Option<SessionChallenge>,
}

/// A challenge to the keys of a member.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionChallenge {
    /// The account's name.
    pub name: String,
    /// The session that the signature opens.
    pub session: String,
    /// When it was made.
    pub issued_ms: i64,
    /// What is signed.
    pub digest: String,
    /// Keys of which one signs.
    pub keys: Vec<StaffHeldKey>,
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
