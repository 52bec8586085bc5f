//! What makes an invite valid (domain §3.8): the friend is a new player, ends a dive
//! with five casts within seven days, and is not linked to the inviter.
//!
//! The first two are in the friend's own stream; that two accounts share a device or
//! an address is passed in ([`RefuseInvite`], case T-40) and must be recorded before the
//! dive. Afterwards the invite counts, and staff cancel its record (`record.rs`).

use super::super::dive::Dive;
use super::super::{DomainEvent, Event, Player, Rule};
use crate::ids::PlayerId;
use crate::money::Diamond;
use crate::posting::{Account, House, Postings};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::DAY_MS;
use serde::{Deserialize, Serialize};

/// A friend's first real dive makes the invite valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InviteQualified {
    pub inviter: PlayerId,
    /// Diamonds owed to the inviter.
    pub diamonds: Diamond,
}

/// Counts a friend's valid invite in the inviter's stream; issued by the policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountInvite {
    pub friend: PlayerId,
}

/// A friend's invite counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InviteValidated {
    pub friend: PlayerId,
}

/// Records that friend and inviter are linked: the invite will never be valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefuseInvite {
    /// The cluster of devices or addresses both belong to.
    pub cluster: String,
    /// Who found it: a member of staff or a component.
    pub by: String,
}

/// The invite of this player will never be valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InviteRefused {
    pub inviter: PlayerId,
    /// The cluster both belong to.
    pub cluster: String,
    /// Who found it.
    pub by: String,
}

/// The event that makes `player`'s invite valid, when the closing dive qualifies (domain §3.8).
///
/// The time of the last cast decides: a dive that the clock closes a day later still counts.
pub(in crate::player) fn qualification(player: &Player, dive: &Dive, context: &Context) -> Option<InviteQualified> {
    let rules = &context.config.team;
    let inviter = player.registration.inviter.as_ref()?;
    let age_ms = dive.touched_at.since(player.registration.registered_at);
    let counts = !player.team.qualified
        && !player.team.is_refused
        && dive.casts >= rules.valid_casts
        && age_ms < rules.valid_days * DAY_MS;
    counts.then(|| InviteQualified {
        inviter: inviter.player,
        diamonds: Diamond::from_minor(rules.invite_diamonds),
    })
}

impl Rule for CountInvite {
    fn decide(&self, player: &Player, _context: &Context) -> Result<Decision<Event>, Refusal> {
        if self.friend == player.id {
            return Err(Refusal::CannotUseThisCode);
        }
        let decision = Decision::from(Event::from(InviteValidated { friend: self.friend }));
        Ok(decision.claiming(format!("invite:{}", self.friend), Refusal::AlreadyReceived))
    }
}

impl Rule for RefuseInvite {
    /// Order of checks: reason, an inviter, neither valid nor refused before.
    fn decide(&self, player: &Player, _context: &Context) -> Result<Decision<Event>, Refusal> {
        if self.cluster.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        let inviter = player.registration.inviter.as_ref().ok_or(Refusal::RecordNotFound)?;
        if player.team.qualified || player.team.is_refused {
            return Err(Refusal::StateChanged);
        }
        Ok(Event::from(InviteRefused {
            inviter: inviter.player,
            cluster: self.cluster.clone(),
            by: self.by.clone(),
        })
        .into())
    }
}

impl DomainEvent for InviteRefused {
    fn evolve(&self, player: &mut Player) {
        player.team.is_refused = true;
    }
}

impl DomainEvent for InviteQualified {
    fn evolve(&self, player: &mut Player) {
        player.team.qualified = true;
    }

    fn postings(&self, _player: PlayerId) -> Postings {
        let issue = Account::House(House::DiamondIssueInvite);
        Postings::NONE.diamond(issue, Account::InviteDue(self.inviter), self.diamonds)
    }
}

impl DomainEvent for InviteValidated {
    fn evolve(&self, player: &mut Player) {
        player.team.valid_invites += 1;
    }
}

#[cfg(test)]
mod tests;
