//! Review: who has to look, who may say yes, and to what.

use super::event::{Approve, Approver, Standing, WithdrawalEvent};
use super::request::Request;
use super::{Decided, State, Withdrawal};
use crate::config::Config;
use crate::refusal::Refusal;
use crate::stream::Decision;

/// Refuses a decision that nobody could explain later.
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
    /// Small, low risk, nothing to look at: the rule lets it go (domain §3.12).
    fn is_plain(&self, config: &Config) -> bool {
        let facts = &self.facts;
        let is_known = !facts.needs_kyc || facts.kyc.gate().is_ok();
        self.terms.amount <= config.withdraw.auto_max && !facts.is_flagged && !facts.needs_funds_review && is_known
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
        if request.is_plain(config) {
            decision.events.push(WithdrawalEvent::Approved {
                by: Approver::Auto,
                digest: request.terms.digest(1),
            });
        }
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

    pub(super) fn flag(&self, by: &str, reason: &str) -> Decided {
        self.within(&[State::Review, State::Approved])?;
        check_reason(reason)?;
        Ok(WithdrawalEvent::RiskFlagged {
            by: by.to_owned(),
            reason: reason.to_owned(),
            revision: self.revision + 1,
        }
        .into())
    }

    /// Order of checks: state, name, the player's own, second yes of one person, terms, the player, second yes of a lead.
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
        let needs_two = request.terms.amount > config.withdraw.two_person_over;
        if needs_two && self.approved_by.is_empty() {
            let staff = approve.staff.clone();
            return Ok(WithdrawalEvent::ApprovalGiven { staff, digest }.into());
        }
        if needs_two && !approve.is_lead {
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

    /// Case T-08: the player as the player is now, not as at the request.
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
