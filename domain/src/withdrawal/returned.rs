//! A payment of nobody that goes back to its sender, over the rail that it came by (domain §3.12, rails §6).
//!
//! Two people decided it, so it is approved from the begin; it belongs to no player, so identity and freeze do not bind
//! it. Slots, proofs and the end are those of every withdrawal. It goes back whole: the chain's own fee is paid in the
//! chain's coin, which the books do not hold. When it fails, the payment is nobody's again.

use super::event::{Approver, OpenReturn, WithdrawalEvent};
use super::request::{Facts, Request, Terms};
use super::review::check_reason;
use super::{Decided, Withdrawal};
use crate::money::Usdt;
use crate::refusal::Refusal;
use crate::stream::Decision;
use crate::treasury::PaymentKey;

impl Withdrawal {
    /// Order of checks: opened before, persons, reason, terms.
    pub(super) fn open_return(&self, open: &OpenReturn) -> Decided {
        if self.request.is_some() {
            return Err(Refusal::StateChanged);
        }
        if open.proposer == open.approver {
            return Err(Refusal::OtherPersonMustApprove);
        }
        check_reason(&open.reason)?;
        let terms = &open.terms;
        if !terms.player.0.is_nil() || terms.fee != Usdt::ZERO || terms.amount <= Usdt::ZERO {
            return Err(Refusal::InvalidField { field: "terms".into() });
        }
        let mut decision = Decision::from(WithdrawalEvent::ReturnOpened {
            terms: terms.clone(),
            payment: open.payment.clone(),
            proposer: open.proposer.clone(),
            approver: open.approver.clone(),
            reason: open.reason.clone(),
        });
        decision.events.push(WithdrawalEvent::Approved {
            by: Approver::Staff(vec![open.proposer.clone(), open.approver.clone()]),
            digest: terms.digest(1),
        });
        Ok(decision)
    }

    pub(super) fn returned(&mut self, terms: &Terms, payment: &PaymentKey) {
        let request = Request {
            terms: terms.clone(),
            facts: Facts::unasked(),
            refund: None,
        };
        (self.request, self.revision) = (Some(request), 1);
        self.returns = Some(payment.clone());
    }
}
