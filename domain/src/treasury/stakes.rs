//! Large stakes that the house's solvency closes, and a person who opens them again (domain §1, [`crate::solvency`]).
//!
//! The system closes them at the first check that does not hold; they stay closed when it holds again, until a lead of
//! finance says so. Dives that are open end by their own rules.

use super::{Treasury, TreasuryEvent};
use crate::refusal::Refusal;
use crate::solvency::Verdict;
use crate::stream::{Context, Decision};

/// What the act of whoever opens them is about; signed, so it never changes.
pub const STAKES: &str = "stakes";

/// Closes stakes above the bound of the configuration (`play.breaker_stake`): the system, at a check that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CloseStakes {
    pub verdict: Verdict,
}

/// Opens them again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenStakes {
    /// Who opens them.
    pub by: String,
    pub reason: String,
    /// What the check says now.
    pub verdict: Verdict,
}

impl CloseStakes {
    pub(super) fn decide(&self, treasury: &Treasury, context: &Context) -> Result<Decision<TreasuryEvent>, Refusal> {
        if self.verdict.holds() || treasury.closed_above.is_some() {
            return Err(Refusal::StateChanged);
        }
        Ok(TreasuryEvent::StakesClosed {
            above: context.config.play.breaker_stake,
            short: self.verdict.shortfalls(),
            config_version: context.config.version,
        }
        .into())
    }
}

impl OpenStakes {
    /// Order of checks: reason, closed, covered.
    pub(super) fn decide(&self, treasury: &Treasury) -> Result<Decision<TreasuryEvent>, Refusal> {
        if self.reason.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        if treasury.closed_above.is_none() {
            return Err(Refusal::StateChanged);
        }
        if !self.verdict.holds() {
            return Err(Refusal::InsufficientUsdt);
        }
        Ok(TreasuryEvent::StakesOpened {
            by: self.by.clone(),
            reason: self.reason.clone(),
        }
        .into())
    }
}
