//! What makes an invite valid (domain §3.8): the friend is a new player, ends a dive
//! with five casts within seven days, and is not tied to the inviter.
//!
//! The friend's own stream tells the first two; that two accounts share a device or
//! an address comes in as data ([`RefuseInvite`], case T-40) and must come before the
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
    /// Who invited.
    pub inviter: PlayerId,
    /// Diamonds owed to the inviter.
    pub diamonds: Diamond,
}

/// Counts a friend's valid invite in the inviter's stream; issued by the policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountInvite {
    /// The friend.
    pub friend: PlayerId,
}

/// A friend's invite counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InviteValidated {
    /// The friend.
    pub friend: PlayerId,
}

/// Says that friend and inviter are tied to each other: the invite will never be valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefuseInvite {
    /// The cluster of devices or addresses both belong to.
    pub cluster: String,
    /// Who found it: a staff member or a part of the system.
    pub by: String,
}

/// The invite of this player will never be valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InviteRefused {
    /// Who invited.
    pub inviter: PlayerId,
    /// The cluster both belong to.
    pub cluster: String,
    /// Who found it.
    pub by: String,
}

/// The event that makes `player`'s invite valid, when the dive that ends now is the one (domain §3.8).
///
/// The last cast decides the age: a dive that the clock closes a day later still counts.
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
mod tests {
    use super::*;
    use crate::posting::Purse;
    use crate::testing::{Angler, START};

    fn friend() -> Angler {
        let father = Angler::registered(101, None, START.plus_ms(-1));
        Angler::invited_by(Some(father.as_inviter()))
    }

    fn refuse() -> RefuseInvite {
        RefuseInvite {
            cluster: "device-1".into(),
            by: "risk".into(),
        }
    }

    fn qualifies(angler: &mut Angler) -> bool {
        let events = angler.give(angler.surface()).expect("surfaces");
        events.iter().any(|event| matches!(event, Event::InviteQualified(_)))
    }

    #[test]
    fn the_first_dive_with_five_casts_makes_the_invite_valid_once() {
        let mut angler = friend().with_coins(1_000);
        angler.dives(10, 1).casts(4);
        assert!(!qualifies(&mut angler), "four casts are too few");
        angler.dives(10, 1).casts(5);
        assert!(qualifies(&mut angler));
        angler.dives(10, 1).casts(5);
        assert!(!qualifies(&mut angler), "law I-27: once");
        assert_eq!(angler.has(Purse::Diamond), 0, "the diamonds are the inviter's");
    }

    #[test]
    fn the_last_cast_decides_whether_the_dive_was_within_seven_days() {
        for (late_ms, valid) in [(-1, true), (0, false)] {
            let mut angler = friend().with_coins(1_000);
            angler
                .wait(7 * DAY_MS - 5 * 2_500 + late_ms)
                .dives(10, 1)
                .casts(5)
                .wait(DAY_MS);
            assert_eq!(qualifies(&mut angler), valid);
        }
    }

    #[test]
    fn a_player_without_an_inviter_makes_nobodys_invite_valid() {
        let mut angler = Angler::new().with_coins(1_000);
        angler.dives(10, 1).casts(5);
        assert!(!qualifies(&mut angler));
    }

    #[test]
    fn a_friend_is_counted_under_a_key_that_exists_once() {
        let mut angler = Angler::new();
        let friend = PlayerId::of_messenger(8);
        let decision = angler.decide(CountInvite { friend }).expect("counts");
        assert_eq!(decision.claims[0].key, format!("invite:{friend}"));
        angler.must(CountInvite { friend });
        assert_eq!(angler.player.team.valid_invites, 1);
        let own = CountInvite {
            friend: angler.player.id,
        };
        assert_eq!(angler.decide(own), Err(Refusal::CannotUseThisCode));
    }

    #[test]
    fn a_friend_who_shares_the_inviters_device_is_never_valid() {
        // Case T-40. Shares of earnings are not touched.
        let mut angler = friend().with_coins(1_000);
        angler.must(refuse());
        angler.dives(10, 1).casts(5);
        assert!(!qualifies(&mut angler));
        assert_eq!(angler.decide(refuse()), Err(Refusal::StateChanged));
    }

    #[test]
    fn an_invite_is_refused_for_a_reason_and_before_it_is_valid() {
        let silent = RefuseInvite {
            cluster: " ".into(),
            ..refuse()
        };
        assert_eq!(friend().decide(silent), Err(Refusal::ReasonMissing));
        assert_eq!(Angler::new().decide(refuse()), Err(Refusal::RecordNotFound));
        let mut angler = friend().with_coins(1_000);
        angler.dives(10, 1).casts(5);
        assert!(qualifies(&mut angler));
        assert_eq!(angler.decide(refuse()), Err(Refusal::StateChanged));
    }
}
