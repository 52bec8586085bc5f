//! What makes an invite valid (domain §3.8): the friend is a new player, ends a dive
//! with five casts within seven days, and is not linked to the inviter.
//!
//! The first two are in the friend's own stream; that two accounts have something in common is passed in
//! ([`RefuseInvite`], threat T-40). Recorded before the dive, the invite is never valid. Afterwards the invite counts,
//! and staff cancel its record (`record.rs`). From either moment on the friend's profits bring nobody a rebate; what was
//! accrued before stays.

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

/// What two accounts have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shared {
    Device,
    /// An address and a browser on one day.
    Network,
    Payee,
    Phone,
    Mail,
    Document,
}

impl Shared {
    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Shared::Device => "device",
            Shared::Network => "network",
            Shared::Payee => "payee",
            Shared::Phone => "phone",
            Shared::Mail => "mail",
            Shared::Document => "document",
        }
    }
}

/// Records that friend and inviter are linked: the invite will never be valid, and brings no rebate from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefuseInvite {
    pub shared: Shared,
    /// The cluster of accounts that share it.
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

/// Friend and inviter turned out to be linked after the invite had become valid: no later profit brings a rebate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RebatesStopped {
    pub inviter: PlayerId,
    pub shared: Shared,
    /// The cluster both belong to.
    pub cluster: String,
    /// Who found it.
    pub by: String,
}

/// Notes in the inviter's stream that a friend brings no more rebates; issued by the policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteTiedFriend {
    pub friend: PlayerId,
    pub shared: Shared,
}

/// A friend brings no more rebates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FriendTied {
    pub friend: PlayerId,
    pub shared: Shared,
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
    /// Order of checks: reason, an inviter, not refused before; a valid invite is not undone by a network, which a day's
    /// neighbour has in common too.
    fn decide(&self, player: &Player, _context: &Context) -> Result<Decision<Event>, Refusal> {
        if self.cluster.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        let inviter = player.registration.inviter.as_ref().ok_or(Refusal::RecordNotFound)?;
        if player.team.is_refused || player.team.qualified && self.shared == Shared::Network {
            return Err(Refusal::StateChanged);
        }
        let (inviter, cluster, by) = (inviter.player, self.cluster.clone(), self.by.clone());
        if player.team.qualified {
            let shared = self.shared;
            let stopped = RebatesStopped {
                inviter,
                shared,
                cluster,
                by,
            };
            return Ok(Event::from(stopped).into());
        }
        Ok(Event::from(InviteRefused { inviter, cluster, by }).into())
    }
}

impl Rule for NoteTiedFriend {
    fn decide(&self, _player: &Player, _context: &Context) -> Result<Decision<Event>, Refusal> {
        let (friend, shared) = (self.friend, self.shared);
        let decision = Decision::from(Event::from(FriendTied { friend, shared }));
        Ok(decision.claiming(format!("tied:{friend}"), Refusal::AlreadyReceived))
    }
}

impl DomainEvent for InviteRefused {
    fn evolve(&self, player: &mut Player) {
        player.team.is_refused = true;
    }
}

impl DomainEvent for RebatesStopped {
    fn evolve(&self, player: &mut Player) {
        player.team.is_refused = true;
    }
}

impl DomainEvent for FriendTied {
    fn evolve(&self, player: &mut Player) {
        player.team.tied_friends += 1;
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
