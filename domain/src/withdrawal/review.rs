//! Review: when a person must review, who may approve, and what is approved.

use super::event::{Approve, Approver, Standing, WithdrawalEvent};
use super::request::Request;
use super::{Decided, State, Withdrawal};
use crate::config::Config;
use crate::refusal::Refusal;
use crate::stream::Decision;

/// Refuses a decision without author or reason.
pub(super) fn check_reason(reason: &str) -> Result<(), Refusal> {
    if reason.trim().is_empty() {
        Err(Refusal::ReasonMissing)
    } else {
        Ok(())
    }
}

fn check_staff(staff: &str) -> Result<(), Refusal> {
    if staff.trim().is_empty() {
        Err(Refusal::InvalidField { field: "staff".into() })
    } else {
        Ok(())
    }
}

impl Request {
    /// Who approved it before it is opened: two people, for coupons that they give back; the rule, for what is plain.
    fn approver(&self, config: &Config) -> Result<Option<Approver>, Refusal> {
        match &self.refund {
            Some(refund) if refund.proposer == refund.approver => Err(Refusal::OtherPersonMustApprove),
            Some(refund) => Ok(Some(Approver::Staff(vec![
                refund.proposer.clone(),
                refund.approver.clone(),
            ]))),
            None => Ok(self.is_plain(config).then_some(Approver::Auto)),
        }
    }

    /// Small, low risk, no review needed: approved by the rule (domain §3.12).
    fn is_plain(&self, config: &Config) -> bool {
        let facts = &self.facts;
        let is_known = !facts.needs_kyc || facts.kyc.gate().is_ok();
        let is_small = self.terms.amount <= config.withdraw.without_review_max();
        is_small && !facts.is_flagged && !facts.is_tied && !facts.needs_funds_review && is_known
    }
}

impl Withdrawal {
    pub(super) fn open(&self, request: &Request, config: &Config) -> Decided {
        if self.request.is_some() {
            return Err(Refusal::StateChanged);
        }
        let mut decision = Decision::from(WithdrawalEvent::Requested {
            request: request.clone(),
        });
        let approved = request.approver(config)?.map(|by| WithdrawalEvent::Approved {
            by,
            digest: request.terms.digest(1),
        });
        decision.events.extend(approved);
        Ok(decision)
    }

    pub(super) fn start_review(&self, staff: &str) -> Decided {
        self.within(&[State::Review])?;
        check_staff(staff)?;
        Ok(WithdrawalEvent::ReviewStarted {
            staff: staff.to_owned(),
        }
        .into())
    }

    /// What goes back to its sender has no review to go to: it fails, and waits for another decision.
    pub(super) fn flag(&self, by: &str, reason: &str) -> Decided {
        self.within(&[State::Review, State::Approved])?;
        if self.returns.is_some() {
            return Err(Refusal::StateChanged);
        }
        check_reason(reason)?;
        Ok(WithdrawalEvent::RiskFlagged {
            by: by.to_owned(),
            reason: reason.to_owned(),
            revision: self.revision + 1,
        }
        .into())
    }

    /// True for what one person may let go: no more than the bound, and nobody said yes before.
    pub fn is_for_one(&self, config: &Config) -> bool {
        let is_small = |request: &Request| request.terms.amount <= config.withdraw.two_person_over;
        self.approved_by.is_empty() && self.request.as_ref().is_some_and(is_small)
    }

    /// Order of checks: state, name, own withdrawal, second approval by the same person, terms, the player, second approval by a lead.
    pub(super) fn approve(&self, approve: &Approve, config: &Config) -> Decided {
        let request = self.within(&[State::Review])?;
        check_staff(&approve.staff)?;
        if approve.own == Some(request.terms.player) || self.approved_by.contains(&approve.staff) {
            return Err(Refusal::OtherPersonMustApprove);
        }
        if self.digest().as_ref() != Some(&approve.digest) {
            return Err(Refusal::StateChanged);
        }
        self.check_standing(approve.standing)?;
        let digest = approve.digest.clone();
        // Payments to one player add up, whoever let them go: cut into pieces, a sum is no smaller (threat T-50).
        let is_within = approve.let_go <= config.withdraw.two_person_over;
        let is_alone = approve.may_alone && is_within && self.is_for_one(config);
        if !is_alone && self.approved_by.is_empty() {
            let staff = approve.staff.clone();
            return Ok(WithdrawalEvent::ApprovalGiven { staff, digest }.into());
        }
        if !is_alone && !approve.is_lead {
            return Err(Refusal::OtherPersonMustApprove);
        }
        let staff = self.approved_by.iter().chain([&approve.staff]).cloned().collect();
        let by = Approver::Staff(staff);
        Ok(WithdrawalEvent::Approved { by, digest }.into())
    }

    pub(super) fn reject(&self, by: &str, reason: &str) -> Decided {
        self.within(&[State::Review])?;
        check_reason(reason)?;
        Ok(WithdrawalEvent::Rejected {
            player: self.player()?,
            by: by.to_owned(),
            reason: reason.to_owned(),
        }
        .into())
    }

    pub(super) fn clear_mismatch(&self, proposer: &str, approver: &str, reason: &str) -> Decided {
        self.within(&[State::Sent, State::Broadcast])?;
        if self.mismatch.is_none() {
            return Err(Refusal::StateChanged);
        }
        if proposer == approver {
            return Err(Refusal::OtherPersonMustApprove);
        }
        check_reason(reason)?;
        Ok(WithdrawalEvent::MismatchCleared {
            proposer: proposer.to_owned(),
            approver: approver.to_owned(),
            reason: reason.to_owned(),
        }
        .into())
    }

    /// Threat T-08: the player's current status, not that at the request.
    pub(super) fn check_standing(&self, standing: Standing) -> Result<(), Refusal> {
        if standing.is_frozen {
            return Err(Refusal::PlayerFrozen);
        }
        match &self.request {
            Some(request) if request.facts.needs_kyc => standing.kyc.gate(),
            _ => Ok(()),
        }
    }
}
