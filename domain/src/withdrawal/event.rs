//! What is asked of a withdrawal, and what happened to it.

use super::payout::{NotPaid, Receipt, Slot};
use super::request::Request;
use crate::ids::PlayerId;
use crate::kyc::Status;
use crate::posting::Postings;
use crate::stream::{StreamEvent, catalogue};
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What is asked of a withdrawal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WithdrawalCommand {
    /// Follows the player's request; issued by the policy.
    Open(Box<Request>),
    /// A staff member looks at it.
    StartReview {
        /// Who.
        staff: String,
    },
    /// Something is found against it: back to review, approvals void.
    Flag {
        /// Who or what found it.
        by: String,
        /// What.
        reason: String,
    },
    /// A staff member says yes.
    Approve(Approve),
    /// A staff member says no.
    Reject {
        /// Who.
        by: String,
        /// Why.
        reason: String,
    },
    /// Binds a message to the chain; issued by the wallet service before it signs.
    Send(Send),
    /// A transaction with the message was seen; issued by the wallet service.
    Broadcast {
        /// The transaction.
        tx: String,
    },
    /// A payment is final; issued by the wallet service.
    Confirm(Receipt),
    /// The message is not paid: another may be sent.
    CloseSlot(NotPaid),
    /// It is not paid and is given up; after a send only with a proof.
    Fail {
        /// Why.
        reason: String,
        /// That it is not paid.
        proof: Option<NotPaid>,
    },
    /// Two people looked at a payment that does not match, and it goes on.
    ClearMismatch {
        /// Who proposes.
        proposer: String,
        /// Who approves: another person.
        approver: String,
        /// Why.
        reason: String,
    },
}

/// What the player's stream says at the moment of a decision (case T-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The identity check.
    pub kyc: Status,
    /// Staff stopped the account.
    pub is_frozen: bool,
}

/// Says yes to exactly what was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approve {
    /// Who.
    pub staff: String,
    /// The player that the staff member is, if any: nobody approves the own withdrawal (case T-50).
    pub own: Option<PlayerId>,
    /// Whether the staff member leads finance: the second yes is a lead's (api §7).
    pub is_lead: bool,
    /// [`super::Withdrawal::digest`] of what was shown.
    pub digest: String,
    /// The player, now.
    pub standing: Standing,
}

/// Binds a message to the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Send {
    /// The place for the message.
    pub slot: Slot,
    /// [`super::Withdrawal::digest`] of what is going to be signed.
    pub digest: String,
    /// The player, now.
    pub standing: Standing,
}

/// Who let a withdrawal go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Approver {
    /// The rule: small, low risk, nothing to look at.
    Auto,
    /// These people.
    Staff(Vec<String>),
}

/// What happened to a withdrawal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WithdrawalEvent {
    /// It waits for a decision.
    Requested {
        /// What was asked for.
        request: Request,
    },
    /// A staff member looks at it.
    ReviewStarted {
        /// Who.
        staff: String,
    },
    /// Something was found against it; approvals are void.
    RiskFlagged {
        /// Who or what found it.
        by: String,
        /// What.
        reason: String,
        /// The revision that an approval has to name from here on.
        revision: u32,
    },
    /// The first of two people said yes.
    ApprovalGiven {
        /// Who.
        staff: String,
        /// To what.
        digest: String,
    },
    /// It may be sent.
    Approved {
        /// Who let it go.
        by: Approver,
        /// What may be sent.
        digest: String,
    },
    /// Somebody said no.
    Rejected {
        /// Whose withdrawal.
        player: PlayerId,
        /// Who.
        by: String,
        /// Why.
        reason: String,
    },
    /// A message is bound to it; it may be sent from here on.
    Sent {
        /// Whose withdrawal.
        player: PlayerId,
        /// The place of the message.
        slot: Slot,
        /// What is signed.
        digest: String,
    },
    /// A transaction with the message was seen.
    Broadcast {
        /// The transaction.
        tx: String,
    },
    /// Something else was paid than was approved: somebody has to look.
    ReceiptMismatched {
        /// What was paid.
        receipt: Receipt,
    },
    /// Two people looked, and it goes on.
    MismatchCleared {
        /// Who proposed.
        proposer: String,
        /// Who approved.
        approver: String,
        /// Why.
        reason: String,
    },
    /// It is paid.
    Confirmed {
        /// Whose withdrawal.
        player: PlayerId,
        /// The payment.
        receipt: Receipt,
    },
    /// The message is not paid and never will be; another may be sent.
    SlotClosed {
        /// That it is not paid.
        proof: NotPaid,
    },
    /// It is not paid and never will be.
    Failed {
        /// Whose withdrawal.
        player: PlayerId,
        /// Why.
        reason: String,
        /// That it is not paid; none when no message was bound.
        proof: Option<NotPaid>,
    },
}

catalogue!(WithdrawalEvent {
    Requested = 1,
    ReviewStarted = 1,
    RiskFlagged = 1,
    ApprovalGiven = 1,
    Approved = 1,
    Rejected = 1,
    Sent = 1,
    Broadcast = 1,
    ReceiptMismatched = 1,
    MismatchCleared = 1,
    Confirmed = 1,
    SlotClosed = 1,
    Failed = 1,
});

impl StreamEvent for WithdrawalEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        WithdrawalEvent::shapes(name)
    }

    /// None: a player's money moves on the player's stream alone (`player/withdrawal`).
    fn postings(&self, _owner: Uuid) -> Postings {
        Postings::NONE
    }
}
