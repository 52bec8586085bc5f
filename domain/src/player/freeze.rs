//! Freezing: staff freeze an account, with a reason, and unfreeze it (domain §3.1,
//! api §7.8). A frozen player can only end the open dive; balances are kept.

use super::{DomainEvent, Event, Player, Rule};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Whether staff froze the account; the reasons are in the log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frozen {
    /// Frozen at present.
    pub is_frozen: bool,
}

/// Freezes the account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Freeze {
    pub staff: String,
    pub reason: String,
}

/// Unfreezes the account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfreeze {
    pub staff: String,
    pub reason: String,
}

/// The account was frozen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerFrozen {
    pub staff: String,
    pub reason: String,
    pub at: Timestamp,
}

/// The account was unfrozen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerUnfrozen {
    pub staff: String,
    pub reason: String,
    pub at: Timestamp,
}

/// Staff must give a reason, and the state must change.
fn check(player: &Player, reason: &str, wanted: bool) -> Result<(), Refusal> {
    if reason.trim().is_empty() {
        return Err(Refusal::ReasonMissing);
    }
    if player.freeze.is_frozen == wanted {
        return Err(Refusal::StateChanged);
    }
    Ok(())
}

impl Rule for Freeze {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        check(player, &self.reason, true)?;
        Ok(Event::from(PlayerFrozen {
            staff: self.staff.clone(),
            reason: self.reason.clone(),
            at: context.now,
        })
        .into())
    }
}

impl Rule for Unfreeze {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        check(player, &self.reason, false)?;
        Ok(Event::from(PlayerUnfrozen {
            staff: self.staff.clone(),
            reason: self.reason.clone(),
            at: context.now,
        })
        .into())
    }
}

impl DomainEvent for PlayerFrozen {
    fn evolve(&self, player: &mut Player) {
        player.freeze.is_frozen = true;
    }
}

impl DomainEvent for PlayerUnfrozen {
    fn evolve(&self, player: &mut Player) {
        player.freeze.is_frozen = false;
    }
}

#[cfg(test)]
mod tests;
