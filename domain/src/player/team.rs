//! Invitations: what a player's profit earns the inviters, and what makes an
//! invite valid (SPEC §9, PRODUCT §3.8, DESIGN §3).
//!
//! Shares accrue on the earner's own event. They are cumulative: the remainder
//! below one micro-USDT is kept, so splitting earnings never gains (law I-25).

use super::{Event, Happening, Player, Rule};
use crate::ids::PlayerId;
use crate::money::{Diamond, Gusd, Usdt};
use crate::posting::{Account, House, Postings};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::DAY_MS;
use serde::{Deserialize, Serialize};

/// Invites made, and remainders of shares accrued.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Team {
    /// Valid invites of this player, ever.
    pub valid_invites: u32,
    /// True once this player made the own inviter's invite valid.
    pub qualified: bool,
    /// Millionths of a micro-USDT not yet accrued to the inviter.
    pub remainder_l1: i64,
    /// Millionths of a micro-USDT not yet accrued to the inviter's inviter.
    pub remainder_l2: i64,
}

/// A share of a dive's profit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Whose.
    pub to: PlayerId,
    /// How much, rounded down over all earnings so far.
    pub usdt: Usdt,
    /// What stays below one micro-USDT, in millionths.
    pub remainder: i64,
    /// The rate, in parts per million.
    pub rate_ppm: u32,
}

/// Both levels of a dive's shares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shares {
    /// The direct inviter's.
    pub l1: Option<Share>,
    /// The inviter's inviter's.
    pub l2: Option<Share>,
}

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

impl Shares {
    /// The shares of `profit` gusd that `player` made with paid coins.
    pub(super) fn of(player: &Player, profit: Gusd, context: &Context) -> Shares {
        let Some(inviter) = player
            .registration
            .inviter
            .as_ref()
            .filter(|_| !profit.is_zero())
        else {
            return Shares::default();
        };
        let rates = &context.config.team;
        let share = |to, rate_ppm: u32, remainder: i64| {
            // 0.01 gusd is one micro-USDT (PRODUCT F6), so a rate in ppm gives millionths of it.
            let accrued = profit
                .minor()
                .checked_mul(i64::from(rate_ppm))
                .expect("share overflow")
                + remainder;
            Share {
                to,
                usdt: Usdt::from_minor(accrued / 1_000_000),
                remainder: accrued % 1_000_000,
                rate_ppm,
            }
        };
        let l2 = inviter.upline.filter(|_| rates.l2_enabled);
        Shares {
            l1: Some(share(
                inviter.player,
                rates.rate_l1_ppm,
                player.team.remainder_l1,
            )),
            l2: l2.map(|upline| share(upline, rates.rate_l2_ppm, player.team.remainder_l2)),
        }
    }

    pub(super) fn evolve(&self, team: &mut Team) {
        team.remainder_l1 = self
            .l1
            .as_ref()
            .map_or(team.remainder_l1, |share| share.remainder);
        team.remainder_l2 = self
            .l2
            .as_ref()
            .map_or(team.remainder_l2, |share| share.remainder);
    }

    pub(super) fn postings(&self, postings: Postings) -> Postings {
        let reserve = Account::House(House::UsdtReserve);
        let both = self.l1.iter().chain(&self.l2);
        both.fold(postings, |postings, share| {
            postings.usdt(reserve, Account::ReferralDue(share.to), share.usdt)
        })
    }
}

/// The event that makes `player`'s invite valid, when this dive of `casts` casts is the one (PRODUCT §3.8).
pub(super) fn qualification(
    player: &Player,
    casts: u32,
    context: &Context,
) -> Option<InviteQualified> {
    let rules = &context.config.team;
    let inviter = player.registration.inviter.as_ref()?;
    let age_ms = context.now.since(player.registration.registered_at);
    let counts =
        !player.team.qualified && casts >= rules.valid_casts && age_ms < rules.valid_days * DAY_MS;
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
        let decision = Decision::from(Event::from(InviteValidated {
            friend: self.friend,
        }));
        Ok(decision.claiming(format!("invite:{}", self.friend), Refusal::AlreadyReceived))
    }
}

impl Happening for InviteQualified {
    fn evolve(&self, player: &mut Player) {
        player.team.qualified = true;
    }

    fn postings(&self, _player: PlayerId) -> Postings {
        let issue = Account::House(House::DiamondIssueInvite);
        Postings::NONE.diamond(issue, Account::InviteDue(self.inviter), self.diamonds)
    }
}

impl Happening for InviteValidated {
    fn evolve(&self, player: &mut Player) {
        player.team.valid_invites += 1;
    }
}
