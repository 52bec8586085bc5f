//! Commands and events of a withdrawal.

use super::payout::{NotPaid, Receipt, Slot};
use super::request::{Request, Terms};
use crate::ids::PlayerId;
use crate::kyc::Status;
use crate::money::Usdt;
use crate::posting::Postings;
use crate::stream::{StreamEvent, catalogue};
use crate::treasury::PaymentKey;
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Commands of a withdrawal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WithdrawalCommand {
    /// Opens the stream after the player's request; issued by the policy.
    Open(Box<Request>),
    /// Opens the stream of a payment of nobody that goes back to its sender, as two people decided.
    OpenReturn(Box<OpenReturn>),
    /// A member of staff starts the review.
    StartReview { staff: String },
    /// A risk was found: back to review, approvals are void.
    Flag {
        /// The person or component that found it.
        by: String,
        reason: String,
    },
    /// A member of staff approves.
    Approve(Approve),
    /// A member of staff rejects.
    Reject { by: String, reason: String },
    /// Binds a message to the chain; issued by the payout worker before it signs.
    Send(Send),
    /// A transaction with the message was seen; issued by the payout worker.
    Broadcast { tx: String },
    /// A payment is final; issued by the payout worker.
    Confirm(Receipt),
    /// The message is not paid: another may be sent.
    CloseSlot(NotPaid),
    /// It is not paid and fails; after a send only with a proof.
    Fail {
        reason: String,
        /// The proof that it is not paid.
        proof: Option<NotPaid>,
    },
    /// Two people reviewed a mismatched payment; the withdrawal continues.
    ClearMismatch {
        proposer: String,
        /// Who approves: another person.
        approver: String,
        reason: String,
    },
}

/// The player's status at the moment of a decision (threat T-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The identity check.
    pub kyc: Status,
    /// Staff froze the account.
    pub is_frozen: bool,
}

/// Approves exactly what was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approve {
    pub staff: String,
    /// The member's own player account, if any: the own withdrawal cannot be approved (threat T-50).
    pub own: Option<PlayerId>,
    /// Whether the member is a finance lead: the second approval must be a lead's (api §7).
    pub is_lead: bool,
    /// [`super::Withdrawal::digest`] of what was shown.
    pub digest: String,
    /// The player's current status.
    pub standing: Standing,
    /// What staff let go to the player and tied accounts in 24 hours, by whatever act, with this withdrawal.
    pub let_go: Usdt,
    /// Whether it counts against what the member may let go alone in 24 hours; if not, it takes a second person.
    pub may_alone: bool,
}

/// Binds a message to the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Send {
    /// The slot for the message.
    pub slot: Slot,
    /// [`super::Withdrawal::digest`] of what is going to be signed.
    pub digest: String,
    /// The player's current status.
    pub standing: Standing,
}

/// Who approved a withdrawal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Approver {
    /// The rule: small, low risk, no review needed.
    Auto,
    Staff(Vec<String>),
}

/// A payment of nobody that goes back to its sender, by a proposal of kind `payment_return`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenReturn {
    pub terms: Terms,
    pub payment: PaymentKey,
    pub proposer: String,
    /// Who approves: another person.
    pub approver: String,
    pub reason: String,
}

/// Events of a withdrawal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WithdrawalEvent {
    /// Waiting for a decision.
    Requested {
        /// The request.
        request: Request,
    },
    /// A payment of nobody goes back to its sender; its approval is the next event.
    ReturnOpened {
        /// What is paid, to whom; of no player.
        terms: Terms,
        /// The payment on the suspense account.
        payment: PaymentKey,
        proposer: String,
        approver: String,
        reason: String,
    },
    /// A member of staff starts the review.
    ReviewStarted { staff: String },
    /// A risk was found; approvals are void.
    RiskFlagged {
        /// The person or component that found it.
        by: String,
        reason: String,
        /// The revision that an approval has to name from here on.
        revision: u32,
    },
    /// The first of two people approved.
    ApprovalGiven { staff: String, digest: String },
    /// It may be sent.
    Approved {
        /// Who approved it.
        by: Approver,
        /// The digest that may be sent.
        digest: String,
    },
    /// Rejected by staff.
    Rejected {
        player: PlayerId,
        by: String,
        reason: String,
    },
    /// A message is bound to it; it may be sent from here on.
    Sent {
        player: PlayerId,
        /// The slot of the message.
        slot: Slot,
        /// What is signed.
        digest: String,
    },
    /// A transaction with the message was seen.
    Broadcast { tx: String },
    /// The payment differs from what was approved: it needs a review.
    ReceiptMismatched {
        /// What was paid.
        receipt: Receipt,
    },
    /// Two people reviewed the mismatch; the withdrawal continues.
    MismatchCleared {
        proposer: String,
        approver: String,
        reason: String,
    },
    /// It is paid.
    Confirmed { player: PlayerId, receipt: Receipt },
    /// The message is not paid and never will be; another may be sent.
    SlotClosed {
        /// The proof that it is not paid.
        proof: NotPaid,
    },
    /// It is not paid and never will be.
    Failed {
        player: PlayerId,
        reason: String,
        /// The proof that it is not paid; `None` when no message was bound.
        proof: Option<NotPaid>,
    },
}

catalogue!(WithdrawalEvent {
    Requested = 1,
    ReturnOpened = 1,
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
