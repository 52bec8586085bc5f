//! The daily unlock: bonus tokens become free ones (domain §2.8).
//!
//! At most 500 gusd a player and day, out of a pool for everybody. Its units are taken
//! first (`stock.rs`) and used here once, under a key of the take. The gate rejects
//! accounts that are free to create: age, a valid invite, and a proved identity or a
//! real top-up. The marketing budget pays the reserve what the tokens are worth.

use super::super::gate::Gate;
use super::super::{DomainEvent, Event, Player, Rule};
use super::{add_on, sum_on};
use crate::config::Config;
use crate::ids::{PlayerId, StockId, TakeId};
use crate::money::Gusd;
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stock::used_once;
use crate::stream::{Context, Decision};
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Unlocks bonus tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnlockBonus {
    pub amount: Gusd,
    /// The shard of the day's pool.
    pub pool: StockId,
    /// The take of tokens; `None` when the shard had too few.
    pub take: Option<TakeId>,
    /// The caller's request, which uses one take.
    pub request: Option<Uuid>,
}

/// Bonus tokens were unlocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BonusUnlocked {
    pub gusd: Gusd,
    /// The shard of the day's pool.
    pub pool_id: StockId,
    /// The tokens taken from it.
    pub take: TakeId,
    /// The identity was approved; else a top-up fulfilled the condition.
    pub identity: bool,
    /// Version of the configuration in force.
    pub config_version: u64,
    pub at: Timestamp,
}

/// A condition of the unlock, and whether it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GateItem {
    /// The condition's permanent name.
    pub code: &'static str,
    /// The refusal while it does not hold.
    pub missing: Option<Refusal>,
}

impl Player {
    /// The conditions of the unlock, in the order in which they are checked.
    pub fn unlock_gate(&self, config: &Config, now: Timestamp) -> [GateItem; 3] {
        let unlock = &config.exchange.unlock;
        let old_at = self.registration.registered_at.plus_ms(unlock.min_age_days * DAY_MS);
        let known = self.identity.is_approved() || self.coupon.topped_up >= unlock.min_topup;
        let invited = self.team.valid_invites >= unlock.min_valid_invites;
        let item = |code, holds: bool, refusal| GateItem {
            code,
            missing: (!holds).then_some(refusal),
        };
        [
            item("age", now >= old_at, Refusal::NotReadyYet { at: old_at.0 }),
            item("invite", invited, Refusal::InviteAFriendFirst),
            item("identity_or_topup", known, Refusal::IdentityRequired),
        ]
    }

    /// What is left of the player's unlock of the day.
    pub fn unlock_left(&self, config: &Config, now: Timestamp) -> Gusd {
        let used = sum_on(self.exchange.unlocked, now.day());
        (config.exchange.unlock.player_day - used).max(Gusd::ZERO)
    }
}

impl Rule for UnlockBonus {
    fn gate(&self) -> Gate {
        Gate::CashOut("exchange")
    }

    /// Order of checks: amount, conditions, the player's day, tokens, pool.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let (config, now) = (&context.config, context.now);
        if self.amount <= Gusd::ZERO {
            return Err(Refusal::InvalidAmount);
        }
        let missing = player
            .unlock_gate(config, now)
            .into_iter()
            .find_map(|item| item.missing);
        if let Some(refusal) = missing {
            return Err(refusal);
        }
        let left = player.unlock_left(config, now);
        if self.amount > left {
            let left = left.to_string();
            return Err(Refusal::UnlockUsedUp { left });
        }
        if self.amount > player.wallet.gusd_bonus() || player.is_bonus_over(config, now) {
            return Err(Refusal::NotEnoughTokens);
        }
        let take = self.take.ok_or(Refusal::PoolFinished)?;
        let unlocked = BonusUnlocked {
            gusd: self.amount,
            pool_id: self.pool,
            take,
            identity: player.identity.is_approved(),
            config_version: config.version,
            at: now,
        };
        Ok(used_once(Event::from(unlocked).into(), Some(take), self.request))
    }
}

impl DomainEvent for BonusUnlocked {
    fn evolve(&self, player: &mut Player) {
        add_on(&mut player.exchange.unlocked, self.at.day(), self.gusd);
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let (purse, house) = (|purse| Account::Player(player, purse), Account::House);
        Postings::NONE
            .gusd(purse(Purse::GusdBonus), house(House::GusdBurn), self.gusd)
            .gusd(house(House::GusdIssuePaid), purse(Purse::Gusd), self.gusd)
            .usdt(
                house(House::UsdtPromoBudget),
                house(House::UsdtReserve),
                self.gusd.at_parity(),
            )
    }
}

#[cfg(test)]
mod tests;
