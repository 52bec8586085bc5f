//! The VIP claim (domain §3.4): bought coins and diamonds, a few times a day, four
//! hours apart, under the tier's floor.
//!
//! Coins staked in the open dive count as balance, as for the free claim (threat T-21).
//! Claims of a day are not carried over, and a pass never gives more claims than its
//! days allow. Order of checks: tier, the day's claims, the pause, the floor.

use super::super::gate::Gate;
use super::super::{DomainEvent, Event, Player, Rule};
use crate::ids::PlayerId;
use crate::money::{Coin, Diamond};
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::{Day, Timestamp};
use serde::{Deserialize, Serialize};

/// Claims the coins of the active tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimVip {
    /// The tier the player sees.
    pub vip_id: u8,
}

/// The coins of a tier were given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VipClaimed {
    pub vip_id: u8,
    /// The UTC day.
    pub day: Day,
    /// Which claim of the day, from 1.
    pub n: u32,
    /// Bought coins.
    pub coins: Coin,
    pub diamonds: Diamond,
    /// Version of the configuration in force.
    pub config_version: u64,
    pub at: Timestamp,
}

impl Rule for ClaimVip {
    fn gate(&self) -> Gate {
        Gate::Gift("vip")
    }

    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let (vip, now) = (&player.vip, context.now);
        let run = vip.active(now).filter(|run| run.vip_id == self.vip_id);
        let run = run.ok_or(Refusal::VipNotActive)?;
        let tier = context.config.vip.tier(self.vip_id).ok_or(Refusal::VipNotActive)?;
        let claimed = vip.claimed_on(now.day());
        if claimed >= tier.claims_per_day || run.claims_left == 0 {
            return Err(Refusal::ClaimsUsedUp);
        }
        let next = vip.next_claim_at(context.config.vip.claim_gap_ms);
        if let Some(at) = next.filter(|at| now < *at) {
            return Err(Refusal::NotReadyYet { at: at.0 });
        }
        if player.coins_with_stakes() >= tier.floor {
            return Err(Refusal::BalanceNotUnderFloor {
                floor: tier.floor.minor(),
            });
        }
        Ok(Event::from(VipClaimed {
            vip_id: self.vip_id,
            day: now.day(),
            n: claimed + 1,
            coins: tier.coins,
            diamonds: tier.diamonds,
            config_version: context.config.version,
            at: now,
        })
        .into())
    }
}

impl DomainEvent for VipClaimed {
    fn evolve(&self, player: &mut Player) {
        let vip = &mut player.vip;
        vip.claims = self.n;
        vip.claimed_on = vip.claimed_on.max(Some(self.day));
        vip.claimed_at = vip.claimed_at.max(Some(self.at));
        let pass = vip.passes.iter_mut().find(|pass| pass.vip_id == self.vip_id);
        if let Some(pass) = pass {
            pass.claims_left = pass.claims_left.saturating_sub(1);
        }
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = |purse| Account::Player(player, purse);
        Postings::NONE
            .coin(Account::House(House::CoinIssueVip), purse(Purse::CoinPaid), self.coins)
            .diamond(
                Account::House(House::DiamondIssueVip),
                purse(Purse::Diamond),
                self.diamonds,
            )
    }
}

#[cfg(test)]
mod tests;
