//! States of an identity check, as numbers of the API (domain §3.11).

use crate::refusal::Refusal;
use serde::{Deserialize, Serialize};

/// The states of an identity check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Nothing was submitted, or the decision was revoked.
    #[default]
    None,
    /// Under review.
    UnderReview,
    /// Failed; the player may submit again.
    Failed,
    /// The identity is proved.
    Approved,
    /// Rejected for good.
    Rejected,
}

impl Status {
    /// The number on the wire.
    pub const fn code(self) -> u8 {
        match self {
            Status::None => 0,
            Status::UnderReview => 1,
            Status::Failed => 2,
            Status::Approved => 3,
            Status::Rejected => 4,
        }
    }

    /// The permanent name.
    pub const fn name(self) -> &'static str {
        match self {
            Status::None => "none",
            Status::UnderReview => "under_review",
            Status::Failed => "failed",
            Status::Approved => "approved",
            Status::Rejected => "rejected",
        }
    }

    /// True when the player may submit.
    pub const fn can_edit(self) -> bool {
        matches!(self, Status::None | Status::Failed)
    }

    /// Whether money that needs a proved identity may go out.
    ///
    /// # Errors
    /// 6001, 6008 or 6009; rejected for good and failed return the same code.
    pub const fn gate(self) -> Result<(), Refusal> {
        match self {
            Status::Approved => Ok(()),
            Status::None => Err(Refusal::IdentityRequired),
            Status::UnderReview => Err(Refusal::IdentityUnderReview),
            Status::Failed | Status::Rejected => Err(Refusal::IdentityFailed),
        }
    }
}

#[cfg(test)]
mod tests;
