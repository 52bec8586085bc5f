//! Invitations (domain §10.9, domain §3.8, domain §4): what a player's profit earns the
//! inviters. What makes an invite valid is in `invite.rs`, how an inviter receives
//! the money in `record.rs`.
//!
//! Shares accrue on the earner's own event. They are cumulative: the remainder
//! below one micro-USDT is kept, so splitting earnings never gains (law I-25).

mod give_up;
mod invite;
mod receive;
mod record;

pub use give_up::{CancelRecord, ExpireRecord, TeamRecordCancelled, TeamRecordExpired};
pub(super) use invite::qualification;
pub use invite::{
    CountInvite, FriendTied, InviteQualified, InviteRefused, InviteValidated, NoteTiedFriend, RebatesStopped,
    RefuseInvite, Shared,
};
pub use receive::{Receipts, ReceiveRecord, TeamRecordReceived};
pub use record::{Record, RecordKind};

use super::Player;
use crate::ids::PlayerId;
use crate::money::{Gusd, Usdt};
use crate::posting::{Account, House, Postings};
use crate::stream::Context;
use serde::{Deserialize, Serialize};

/// Invites made, and remainders of shares accrued.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Team {
    /// Valid invites of this player, ever.
    pub valid_invites: u32,
    /// True once this player made the own inviter's invite valid.
    pub qualified: bool,
    /// True when this player and the own inviter are linked: nothing of this player's is the inviters' from then on.
    pub is_refused: bool,
    /// Friends who turned out to be linked to this player after their invites had become valid.
    #[serde(default)]
    pub tied_friends: u32,
    /// Millionths of a micro-USDT not yet accrued to the inviter.
    pub remainder_l1: i64,
    /// Millionths of a micro-USDT not yet accrued to the inviter's inviter.
    pub remainder_l2: i64,
    /// Amounts received today.
    pub receipts: Receipts,
}

/// A share of a dive's profit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    pub to: PlayerId,
    /// The amount, rounded down over all earnings so far.
    pub usdt: Usdt,
    /// The remainder below one micro-USDT, in millionths.
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

impl Shares {
    /// The shares of `profit` gusd that `player` made with paid coins. Who is linked to the inviter brings nobody anything.
    pub(super) fn of(player: &Player, profit: Gusd, context: &Context) -> Shares {
        let earns = !profit.is_zero() && !player.team.is_refused;
        let Some(inviter) = player.registration.inviter.as_ref().filter(|_| earns) else {
            return Shares::default();
        };
        let rates = &context.config.team;
        let share = |to, rate_ppm: u32, remainder: i64| {
            // 0.01 gusd is one micro-USDT (domain F6), so a rate in ppm gives millionths of it.
            let accrued = profit.minor().checked_mul(i64::from(rate_ppm)).expect("share overflow") + remainder;
            Share {
                to,
                usdt: Usdt::from_minor(accrued / 1_000_000),
                remainder: accrued % 1_000_000,
                rate_ppm,
            }
        };
        let l2 = inviter.upline.filter(|_| rates.l2_enabled);
        Shares {
            l1: Some(share(inviter.player, rates.rate_l1_ppm, player.team.remainder_l1)),
            l2: l2.map(|upline| share(upline, rates.rate_l2_ppm, player.team.remainder_l2)),
        }
    }

    pub(super) fn evolve(&self, team: &mut Team) {
        team.remainder_l1 = self.l1.as_ref().map_or(team.remainder_l1, |share| share.remainder);
        team.remainder_l2 = self.l2.as_ref().map_or(team.remainder_l2, |share| share.remainder);
    }

    pub(super) fn postings(&self, postings: Postings) -> Postings {
        let reserve = Account::House(House::UsdtReserve);
        let both = self.l1.iter().chain(&self.l2);
        both.fold(postings, |postings, share| {
            postings.usdt(reserve, Account::ReferralDue(share.to), share.usdt)
        })
    }
}

#[cfg(test)]
mod tests;
