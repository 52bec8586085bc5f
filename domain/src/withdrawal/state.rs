//! The states of a withdrawal and their names in two generations of clients (domain §10.4,
//! domain §3.12, law I-31).

use serde::{Deserialize, Serialize};

/// The state of a withdrawal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Waiting for a decision.
    #[default]
    Review,
    /// It may be sent.
    Approved,
    /// A message to the chain is bound to it; it may have been sent.
    Sent,
    /// A transaction was seen.
    Broadcast,
    /// It is paid.
    Confirmed,
    /// It is not paid and never will be.
    Failed,
    /// Rejected by staff.
    Rejected,
}

impl State {
    pub const ALL: [State; 7] = [
        State::Review,
        State::Approved,
        State::Sent,
        State::Broadcast,
        State::Confirmed,
        State::Failed,
        State::Rejected,
    ];

    /// The number of the older set of statuses (domain §10.4).
    pub const fn old_code(self) -> u8 {
        match self {
            State::Review => 0,
            State::Approved | State::Sent => 1,
            State::Broadcast => 2,
            State::Confirmed => 3,
            State::Failed | State::Rejected => 4,
        }
    }

    /// The newer label (domain §10.4).
    pub const fn label(self) -> &'static str {
        match self {
            State::Review => "Review",
            State::Approved | State::Sent | State::Broadcast => "Pending",
            State::Confirmed => "Completed",
            State::Failed | State::Rejected => "Failure",
        }
    }

    /// The state of the on-chain order (domain §10.4).
    pub const fn order(self) -> &'static str {
        match self {
            State::Review | State::Approved | State::Sent | State::Broadcast => "loading",
            State::Confirmed => "success",
            State::Failed | State::Rejected => "fail",
        }
    }

    /// True for a final state.
    pub const fn is_final(self) -> bool {
        matches!(self, State::Confirmed | State::Failed | State::Rejected)
    }

    /// True while a message to the chain is bound and its outcome is unknown.
    pub const fn is_out(self) -> bool {
        matches!(self, State::Sent | State::Broadcast)
    }
}

#[cfg(test)]
mod tests;
