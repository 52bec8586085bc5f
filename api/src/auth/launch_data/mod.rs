//! The messenger's launch data: who opened the mini-app, as signed by the messenger.
//!
//! Shape, from the raw string to a [`Launch`] (the order is part of the contract):
//! 1. `query`  - the string is cut into pairs once, strictly: one reading only.
//! 2. `verify` - the hash of the pairs under the bot's secret, in constant time;
//!    if configured, the messenger's own signature as well (`third_party`).
//! 3. `verify` - the age of the data against the caller's clock.
//! 4. `person` - the user document, its untrusted names cleaned for display.
//!
//! Nothing behind the hash is read before the hash is right, so an attacker
//! reaches steps 1 and 2 only. `sign` makes launch data for development and
//! tests with a throw-away bot token; there is no switch that skips the check.
//!
//! Knows nothing of the clock, of HTTP, of sessions, of replay (the caller
//! remembers [`Launch::hash`]) and of storage. Sources: domain §3.1,
//! api §9, T-34, T-35, T-36, T-62.

mod person;
mod query;
mod sign;
mod start_param;
mod third_party;
mod verify;

#[cfg(test)]
mod tampering;
#[cfg(test)]
mod vectors;

pub use sign::{LaunchUser, sign};
pub use start_param::StartParam;
pub use third_party::{PRODUCTION_KEY, TEST_ENVIRONMENT_KEY, ThirdParty};
pub use verify::LaunchVerifier;

/// Longest raw string that is read, in bytes (api §9.1).
pub const RAW_BYTES_MAX: usize = 4 * 1024;
/// How far the messenger's clock may run ahead of ours, in seconds (api §9.1).
pub const FUTURE_S_MAX: i64 = 30;
/// Largest messenger id: the messenger promises at most 52 significant bits.
pub const TG_ID_MAX: i64 = 1 << 52;
/// Longest nickname, in characters (T-62).
pub const NICKNAME_CHARS_MAX: usize = 64;

/// What a verified launch says. Every field was covered by the hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Launch {
    /// The messenger's id of the person, `1..=TG_ID_MAX`.
    pub tg_id: i64,
    /// First and last name for display: trimmed, never empty, at most
    /// [`NICKNAME_CHARS_MAX`] characters, free of control and direction
    /// characters. Not a key: two people may have the same.
    pub nickname: String,
    /// The public handle, letters, digits and `_` only.
    pub username: Option<String>,
    /// Address of the picture; `https` only.
    pub avatar: Option<String>,
    /// The messenger's interface language, for example `en` or `zh-hans`.
    pub lang: Option<String>,
    /// What the opened link carried, `[A-Za-z0-9_-]{1,512}`; see [`StartParam`].
    pub start_param: Option<String>,
    /// When the messenger signed, in Unix seconds.
    pub auth_date_s: i64,
    /// The hash itself: the name of this launch for replay checks (T-35).
    pub hash: [u8; 32],
}

/// Personal data stays out of logs, so only the time is shown.
impl std::fmt::Debug for Launch {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Launch")
            .field("auth_date_s", &self.auth_date_s)
            .finish_non_exhaustive()
    }
}

/// Why launch data was not accepted. The player hears one text for all of them
/// (-1001); the operator reads these. None carries a value from the data.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// More than [`RAW_BYTES_MAX`] bytes.
    #[error("The launch data is longer than 4096 bytes.")]
    TooLong,
    /// The text cannot be read in exactly one way; the words say which rule it broke.
    #[error("The launch data is malformed: {0}.")]
    Malformed(&'static str),
    /// The same key twice, so that two readers could see two values.
    #[error("The launch data has the key `{0}` twice.")]
    Duplicate(String),
    /// A pair that every launch has is not there.
    #[error("The launch data lacks `{0}`.")]
    Missing(&'static str),
    /// The hash, or the messenger's signature where it is required, does not fit.
    #[error("The launch data was not signed for this bot.")]
    Signature,
    /// Signed longer ago than the window.
    #[error("The launch data is too old.")]
    Expired,
    /// Signed more than [`FUTURE_S_MAX`] seconds after now.
    #[error("The launch data comes from the future.")]
    FromTheFuture,
    /// Bots do not play (domain §3.1).
    #[error("The launch data belongs to a bot.")]
    Bot,
}
