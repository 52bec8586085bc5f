//! Gates: what must hold before a player's own command is decided at all
//! (domain §3.14, domain §3.16). A rule names its gate; commands of staff, clocks and
//! policies have none, nor has what must always work: surfacing, limits, breaks.
//!
//! Checked in this order, before the checks of the rule itself:
//!
//! | check | refusal | account | gift | play | spend | cash out |
//! |---|---|---|---|---|---|---|
//! | the module is under maintenance | -1003 | x | x | x | x | x |
//! | frozen by staff, or erased | -1002 | x | x | x | x | x |
//! | the region is blocked | -1004 | x | x | x | x | x |
//! | the region has promo play only | -1004 | | | | x | x |
//! | the terms in force are not accepted | -1010 | | | x | x | x |
//! | a break of the player's own | -1009 | | x | x | x | |
//!
//! A player on a break receives nothing that invites to play, and can always withdraw
//! money (threat T-82). A dive that is open when a gate closes ends by its own
//! rules: no more casts are accepted, and it surfaces with its full payout.

use super::Player;
use crate::config::region::Mode;
use crate::refusal::Refusal;
use crate::stream::Context;

/// The kind of a command, with the name of its module for maintenance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// No gate: staff, clocks, policies, and what must always work.
    Open,
    /// Settings of the account.
    Account(&'static str),
    Gift(&'static str),
    Play(&'static str),
    /// Money is paid in or spent.
    Spend(&'static str),
    /// Winnings become money.
    CashOut(&'static str),
}

impl Gate {
    pub(crate) fn check(self, player: &Player, context: &Context) -> Result<(), Refusal> {
        let Some(module) = self.module() else {
            return Ok(());
        };
        if context.config.product.maintenance.iter().any(|closed| closed == module) {
            let module = module.to_owned();
            return Err(Refusal::UnderMaintenance { module });
        }
        if player.freeze.is_frozen || player.erasure.is_erased {
            return Err(Refusal::PlayerFrozen);
        }
        let needed = if self.is_money() { Mode::Real } else { Mode::Play };
        if player.identity.mode(&context.config) < needed {
            return Err(Refusal::RegionNotAvailable);
        }
        let accepted = player.registration.terms.as_ref() == Some(&context.config.product.terms_version);
        if !accepted && (self.is_money() || matches!(self, Gate::Play(_))) {
            return Err(Refusal::TermsNotAccepted);
        }
        match player.break_until(context.now) {
            Some(until) if !matches!(self, Gate::Account(_) | Gate::CashOut(_)) => {
                Err(Refusal::BlockedByPlayLimits { until: Some(until.0) })
            }
            _ => Ok(()),
        }
    }

    const fn module(self) -> Option<&'static str> {
        match self {
            Gate::Open => None,
            Gate::Account(module)
            | Gate::Gift(module)
            | Gate::Play(module)
            | Gate::Spend(module)
            | Gate::CashOut(module) => Some(module),
        }
    }

    const fn is_money(self) -> bool {
        matches!(self, Gate::Spend(_) | Gate::CashOut(_))
    }
}

#[cfg(test)]
mod tests;
