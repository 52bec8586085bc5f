//! Bonus tokens expire sixty days after their last credit (domain §2.8).
//!
//! From then on they cannot be unlocked, whether the clock has recorded it or not.
//! A credit before the clock's event renews them: it is then their last credit.

use super::super::{DomainEvent, Event, Player, Rule};
use crate::config::Config;
use crate::ids::PlayerId;
use crate::money::Gusd;
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// Removes expired bonus tokens; issued by the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpireBonus;

/// Bonus tokens expired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BonusExpired {
    pub gusd: Gusd,
    /// Their last credit.
    pub credited_at: Timestamp,
    pub at: Timestamp,
}

impl super::Exchange {
    /// Bonus tokens were credited: their expiry restarts.
    pub(in super::super) fn credit_bonus(&mut self, at: Timestamp) {
        self.bonus_at = self.bonus_at.max(Some(at));
    }
}

impl Player {
    /// When the bonus tokens expire, in the current state; `None` before their first dated credit.
    pub fn bonus_over_at(&self, config: &Config) -> Option<Timestamp> {
        let length_ms = config.exchange.unlock.expire_days * DAY_MS;
        self.exchange.bonus_at.map(|at| at.plus_ms(length_ms))
    }

    pub(super) fn is_bonus_over(&self, config: &Config, now: Timestamp) -> bool {
        self.bonus_over_at(config).is_some_and(|over| over <= now)
    }
}

impl Rule for ExpireBonus {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let gusd = player.wallet.gusd_bonus();
        let over = player.is_bonus_over(&context.config, context.now);
        let credited_at = player.exchange.bonus_at.filter(|_| over && !gusd.is_zero());
        Ok(Event::from(BonusExpired {
            gusd,
            credited_at: credited_at.ok_or(Refusal::StateChanged)?,
            at: context.now,
        })
        .into())
    }
}

impl DomainEvent for BonusExpired {
    /// What is credited later starts anew: without a date of its own, as a correction, it would else be over at once.
    fn evolve(&self, player: &mut Player) {
        player.exchange.bonus_at = None;
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = Account::Player(player, Purse::GusdBonus);
        Postings::NONE.gusd(purse, Account::House(House::GusdBurn), self.gusd)
    }
}

#[cfg(test)]
mod tests;
