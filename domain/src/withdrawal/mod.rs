//! Withdrawals: from the request to the chain (domain §3.12, rails §3). One stream is
//! one withdrawal; the player's own stream holds the money (`player/withdrawal`).
//!
//! | state | event | next | older code, newer label |
//! |---|---|---|---|
//! | review | `Approved` | approved | 0 Review |
//! | review | `Rejected` | rejected | |
//! | - | `Requested`, `Approved`: coupons of a top-up go to whoever paid it, as two people decided | approved | |
//! | approved | `Sent`, with a slot | sent | 1 Pending |
//! | approved | `RiskFlagged` | review | |
//! | approved | `Failed`: nothing was ever sent | failed | |
//! | - | `ReturnOpened`, `Approved`: no player's, a payment goes back to its sender ([`returned`]) | approved | |
//! | sent | `Broadcast` | broadcast | 1 Pending |
//! | sent, broadcast | `Confirmed` | confirmed | 2 Pending |
//! | sent, broadcast | `SlotClosed`, with a proof | approved | |
//! | sent, broadcast | `Failed`, with a proof | failed | |
//! | confirmed | - | - | 3 Completed |
//! | failed, rejected | - | - | 4 Failure |
//!
//! Invariants (laws I-08 to I-10, I-31, I-32; threats T-03 to T-08, T-50, T-51):
//! - `Confirmed`, `Failed` and `Rejected` are final;
//! - a slot belongs to one withdrawal permanently, and a second one is used only after a
//!   proof that the first was not paid; a payment belongs to one withdrawal permanently;
//! - from the first slot on, money is refunded only on a proof: no answer, a timeout and
//!   a node's error prove nothing;
//! - an approval is bound to a digest of the terms, the player's name among them, and the revision; two different
//!   people above the limit, none of them the player; small ones are approved by the rule;
//! - the identity check and the freeze are read again at each approval and at the send;
//! - a payment that is not exactly what was approved blocks the withdrawal until two people reviewed it.
//!
//! Nodes, keys and messages are in other crates.

mod address;
mod event;
mod payout;
mod request;
mod returned;
mod review;
mod state;
#[cfg(test)]
mod tests;

pub use address::{Account, Address, Chain, Friendly};
pub use event::{Approve, Approver, OpenReturn, Send, Standing, WithdrawalCommand, WithdrawalEvent};
pub use payout::{Cause, NotPaid, Receipt, Slot};
pub use request::{Facts, Refund, Request, Terms};
pub use state::State;

use crate::config::Config;
use crate::ids::PlayerId;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Stream};
use crate::treasury::PaymentKey;
use serde::{Deserialize, Serialize};

/// The stream of one withdrawal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawal {
    /// The request; `None` before it was opened.
    pub request: Option<Request>,
    /// The current status.
    pub state: State,
    /// Incremented by everything that voids approvals.
    pub revision: u32,
    /// Who approved this revision; at most two.
    pub approved_by: Vec<String>,
    /// The slot of the message that was sent.
    pub slot: Option<Slot>,
    /// The transaction that was seen.
    pub tx: Option<String>,
    /// A payment that differs from what was approved.
    pub mismatch: Option<Receipt>,
    /// The payment of nobody that goes back to its sender; nothing of a player's withdrawal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returns: Option<PaymentKey>,
    /// The digest that was approved: what is sent is bound to it, in whatever form it was taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved: Option<String>,
}

type Decided = Result<Decision<WithdrawalEvent>, Refusal>;

impl Withdrawal {
    /// The digest that approvals and signatures are bound to; `None` before it was opened.
    pub fn digest(&self) -> Option<String> {
        let request = self.request.as_ref()?;
        let shown = || request.terms.digest(self.revision);
        Some(self.approved.clone().unwrap_or_else(shown))
    }

    /// The request, in one of the states in which the command makes sense.
    fn within(&self, states: &[State]) -> Result<&Request, Refusal> {
        let request = self.request.as_ref().ok_or(Refusal::WithdrawalNotFound)?;
        if states.contains(&self.state) {
            Ok(request)
        } else {
            Err(Refusal::StateChanged)
        }
    }

    /// [`Withdrawal::within`], refused while a payment is mismatched.
    fn undisputed(&self, states: &[State]) -> Result<&Request, Refusal> {
        let request = self.within(states)?;
        match self.mismatch {
            None => Ok(request),
            Some(_) => Err(Refusal::StateChanged),
        }
    }

    fn player(&self) -> Result<PlayerId, Refusal> {
        let request = self.request.as_ref().ok_or(Refusal::WithdrawalNotFound)?;
        Ok(request.terms.player)
    }

    /// Whether a message may be bound, checked before a slot is reserved: a slot that is
    /// reserved and not used costs a fee on some chains. Order of checks: state, pause, the player.
    ///
    /// # Errors
    /// The refusal of a [`WithdrawalCommand::Send`].
    pub fn may_be_sent(&self, standing: Standing, config: &Config) -> Result<(), Refusal> {
        self.waits_to_be_sent(config)?;
        self.check_standing(standing)
    }

    fn waits_to_be_sent(&self, config: &Config) -> Result<(), Refusal> {
        self.within(&[State::Approved])?;
        if config.withdraw.paused {
            return Err(Refusal::WithdrawalsPaused);
        }
        Ok(())
    }

    /// Order of checks: state, pause, terms, the player, slot.
    fn send(&self, send: &Send, context: &Context) -> Decided {
        self.waits_to_be_sent(&context.config)?;
        if self.digest().as_ref() != Some(&send.digest) {
            return Err(Refusal::StateChanged);
        }
        self.check_standing(send.standing)?;
        send.slot.check(context.now)?;
        let decision = Decision::from(WithdrawalEvent::Sent {
            player: self.player()?,
            slot: send.slot.clone(),
            digest: send.digest.clone(),
        });
        Ok(decision.claiming(send.slot.key(), Refusal::StateChanged))
    }

    fn broadcast(&self, tx: &str) -> Decided {
        self.within(&[State::Sent])?;
        payout::check_tx(tx)?;
        Ok(WithdrawalEvent::Broadcast { tx: tx.to_owned() }.into())
    }

    /// A payment belongs to one withdrawal; a mismatched one is recorded once and blocks the withdrawal.
    fn confirm(&self, receipt: &Receipt) -> Decided {
        self.undisputed(&[State::Sent, State::Broadcast])?;
        receipt.check(self.slot.as_ref())?;
        let receipt = receipt.clone();
        if !receipt.pays(self) {
            return Ok(WithdrawalEvent::ReceiptMismatched { receipt }.into());
        }
        let key = format!("payout:{}:{}", receipt.tx, receipt.lt);
        let player = self.player()?;
        let decision = Decision::from(WithdrawalEvent::Confirmed { player, receipt });
        Ok(decision.claiming(key, Refusal::StateChanged))
    }

    fn close_slot(&self, proof: &NotPaid, config: &Config) -> Decided {
        self.undisputed(&[State::Sent, State::Broadcast])?;
        proof.check(self.slot.as_ref(), config.withdraw.expiry_margin_ms)?;
        Ok(WithdrawalEvent::SlotClosed { proof: proof.clone() }.into())
    }

    fn fail(&self, reason: &str, proof: Option<&NotPaid>, config: &Config) -> Decided {
        self.undisputed(&[State::Approved, State::Sent, State::Broadcast])?;
        review::check_reason(reason)?;
        match (self.state.is_out(), proof) {
            (true, None) | (false, Some(_)) => {
                return Err(Refusal::InvalidField { field: "proof".into() });
            }
            (true, Some(proof)) => proof.check(self.slot.as_ref(), config.withdraw.expiry_margin_ms)?,
            (false, None) => {}
        }
        Ok(WithdrawalEvent::Failed {
            player: self.player()?,
            reason: reason.to_owned(),
            proof: proof.cloned(),
        }
        .into())
    }
}

impl Stream for Withdrawal {
    const TYPE: &'static str = "withdrawal";
    const STATE_VERSION: u16 = 2;
    type Command = WithdrawalCommand;
    type Event = WithdrawalEvent;

    fn decide(&self, command: &WithdrawalCommand, context: &Context) -> Decided {
        match command {
            WithdrawalCommand::Open(request) => self.open(request, &context.config),
            WithdrawalCommand::OpenReturn(open) => self.open_return(open),
            WithdrawalCommand::StartReview { staff } => self.start_review(staff),
            WithdrawalCommand::Flag { by, reason } => self.flag(by, reason),
            WithdrawalCommand::Approve(approve) => self.approve(approve, &context.config),
            WithdrawalCommand::Reject { by, reason } => self.reject(by, reason),
            WithdrawalCommand::Send(send) => self.send(send, context),
            WithdrawalCommand::Broadcast { tx } => self.broadcast(tx),
            WithdrawalCommand::Confirm(receipt) => self.confirm(receipt),
            WithdrawalCommand::CloseSlot(proof) => self.close_slot(proof, &context.config),
            WithdrawalCommand::Fail { reason, proof } => self.fail(reason, proof.as_ref(), &context.config),
            WithdrawalCommand::ClearMismatch {
                proposer,
                approver,
                reason,
            } => self.clear_mismatch(proposer, approver, reason),
        }
    }

    fn evolve(&mut self, event: &WithdrawalEvent) {
        match event {
            WithdrawalEvent::Requested { request } => {
                self.request = Some(request.clone());
                self.revision = 1;
            }
            WithdrawalEvent::ReturnOpened { terms, payment, .. } => self.returned(terms, payment),
            WithdrawalEvent::ReviewStarted { .. } => {}
            WithdrawalEvent::RiskFlagged { revision, .. } => {
                (self.state, self.revision) = (State::Review, *revision);
                self.approved_by.clear();
                self.approved = None;
                if let Some(request) = &mut self.request {
                    (request.facts.is_flagged, request.facts.needs_kyc) = (true, true);
                }
            }
            WithdrawalEvent::ApprovalGiven { staff, .. } => self.approved_by.push(staff.clone()),
            WithdrawalEvent::Approved { by, digest } => {
                (self.state, self.approved) = (State::Approved, Some(digest.clone()));
                if let Approver::Staff(staff) = by {
                    self.approved_by.clone_from(staff);
                }
            }
            WithdrawalEvent::Sent { slot, .. } => (self.state, self.slot) = (State::Sent, Some(slot.clone())),
            WithdrawalEvent::Broadcast { tx } => (self.state, self.tx) = (State::Broadcast, Some(tx.clone())),
            WithdrawalEvent::ReceiptMismatched { receipt } => self.mismatch = Some(receipt.clone()),
            WithdrawalEvent::MismatchCleared { .. } => self.mismatch = None,
            WithdrawalEvent::Confirmed { receipt, .. } => {
                (self.state, self.tx) = (State::Confirmed, Some(receipt.tx.clone()));
            }
            WithdrawalEvent::SlotClosed { .. } => {
                self.state = State::Approved;
                (self.slot, self.tx) = (None, None);
            }
            WithdrawalEvent::Failed { .. } => self.state = State::Failed,
            WithdrawalEvent::Rejected { .. } => self.state = State::Rejected,
        }
    }
}
