//! Freezing: staff stop an account, with a reason, and let it go again (domain §3.1,
//! §7 (8)). A frozen player can do nothing but end the open dive; balances stay.

use super::{DomainEvent, Event, Player, Rule};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Whether staff stopped the account; the reasons are in the log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frozen {
    /// Stopped at present.
    pub is_frozen: bool,
}

/// Stops the account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Freeze {
    /// Who decided.
    pub staff: String,
    /// Why.
    pub reason: String,
}

/// Lets the account go again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfreeze {
    /// Who decided.
    pub staff: String,
    /// Why.
    pub reason: String,
}

/// The account was stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerFrozen {
    /// Who decided.
    pub staff: String,
    /// Why.
    pub reason: String,
    /// When.
    pub at: Timestamp,
}

/// The account was let go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerUnfrozen {
    /// Who decided.
    pub staff: String,
    /// Why.
    pub reason: String,
    /// When.
    pub at: Timestamp,
}

/// Staff give a reason, and the state is not what they ask for already.
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
mod tests {
    use super::*;
    use crate::player::signin::SignIn;
    use crate::testing::Angler;

    fn freeze(reason: &str) -> Freeze {
        Freeze {
            staff: "ann".into(),
            reason: reason.into(),
        }
    }

    fn unfreeze(reason: &str) -> Unfreeze {
        Unfreeze {
            staff: "ann".into(),
            reason: reason.into(),
        }
    }

    #[test]
    fn a_frozen_player_can_do_nothing_until_staff_let_go() {
        let mut angler = Angler::new();
        angler.must(freeze("Chargeback"));
        assert_eq!(angler.decide(SignIn), Err(Refusal::PlayerFrozen));
        angler.must(unfreeze("Cleared"));
        assert!(angler.decide(SignIn).is_ok());
    }

    #[test]
    fn freezing_needs_a_reason_and_something_to_change() {
        let mut angler = Angler::new();
        assert_eq!(angler.decide(freeze(" ")), Err(Refusal::ReasonMissing));
        assert_eq!(angler.decide(unfreeze("Cleared")), Err(Refusal::StateChanged));
        angler.must(freeze("Chargeback"));
        assert_eq!(angler.decide(freeze("Again")), Err(Refusal::StateChanged));
        assert_eq!(angler.decide(unfreeze("")), Err(Refusal::ReasonMissing));
    }
}
