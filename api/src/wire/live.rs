//! Notifications of a player's client: that something of the player's has changed.

use super::body::body;
use serde::Serialize;

body! {
    /// Asks for notifications from now on.
    LiveEventsBody(ts, token) {
        /// The last position that the client received; what changed since is sent at once.
        #[schema(nullable = false)]
        from: Option<i64>,
    }
}

/// What changed. The client reads it by the calls that answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The stream is open; nothing changed.
    Open,
    /// Balances, rights or counts of the player.
    Balance,
    /// How far a withdrawal is.
    Withdrawal,
    /// How far a top-up order is.
    Topup,
}

impl Topic {
    /// The name of the event.
    pub const fn name(self) -> &'static str {
        match self {
            Topic::Open => "open",
            Topic::Balance => "balance",
            Topic::Withdrawal => "withdrawal",
            Topic::Topup => "topup",
        }
    }
}

/// The data of an event: the place in the player's log up to which the client is to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LiveEvent {
    /// The position; an answer's `position` of at least this has seen the change.
    pub at: i64,
}
