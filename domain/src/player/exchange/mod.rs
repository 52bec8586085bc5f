//! Winnings become money (domain §2.8, domain §3.7): 10,000 gusd are one USDT, exactly
//! (law I-06: 0.01 gusd is one micro-USDT, nothing is rounded).
//!
//! | file | command |
//! |---|---|
//! | this | free tokens become USDT, up to twice the tier's daily withdrawal |
//! | `unlock` | bonus tokens become free ones, out of the day's pool |
//! | `bonus` | bonus tokens expire |
//!
//! The reserve pays. When it has less than the amount nothing is exchanged (6012): the
//! tokens are kept, and the books never show a payment that could not be made. -1008 would
//! make the client retry at once, which cannot help.

mod bonus;
mod unlock;

pub use bonus::{BonusExpired, ExpireBonus};
pub use unlock::{BonusUnlocked, GateItem, UnlockBonus};

use super::gate::Gate;
use super::{DomainEvent, Event, Player, Rule};
use crate::config::Config;
use crate::ids::PlayerId;
use crate::money::{Gusd, Usdt};
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::{Day, Timestamp};
use serde::{Deserialize, Serialize};

/// What was exchanged and unlocked today, and the age of the bonus tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// Tokens exchanged on a day.
    exchanged: (Day, Gusd),
    /// Bonus tokens unlocked on a day.
    unlocked: (Day, Gusd),
    /// The last credit of bonus tokens.
    bonus_at: Option<Timestamp>,
}

/// Exchanges tokens for USDT.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeTokens {
    pub gusd: Gusd,
}

/// Tokens were exchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchanged {
    /// The amount given.
    pub gusd: Gusd,
    /// The amount received.
    pub usdt: Usdt,
    /// The tier whose cap applied; `None` without one.
    pub vip_id: Option<u8>,
    /// The day's cap.
    pub cap: Usdt,
    /// Version of the configuration in force.
    pub config_version: u64,
    pub at: Timestamp,
}

/// The sum of a day. A clock that steps back over midnight does not start the previous day again.
fn sum_on(sum: (Day, Gusd), day: Day) -> Gusd {
    if day <= sum.0 { sum.1 } else { Gusd::ZERO }
}

fn add_on(sum: &mut (Day, Gusd), day: Day, amount: Gusd) {
    *sum = (sum.0.max(day), sum_on(*sum, day) + amount);
}

impl Player {
    /// USDT that the player may receive for tokens in a day: twice the tier's daily withdrawal.
    pub fn exchange_cap(&self, config: &Config, now: Timestamp) -> Usdt {
        let rights = config.vip.rights(self.vip.tier(now));
        Usdt::from_minor(rights.usdt_per_day.minor() * config.exchange.cap_x)
    }

    /// What is left of the day's cap.
    pub fn exchange_left(&self, config: &Config, now: Timestamp) -> Usdt {
        let used = sum_on(self.exchange.exchanged, now.day()).at_parity();
        (self.exchange_cap(config, now) - used).max(Usdt::ZERO)
    }
}

impl Rule for ExchangeTokens {
    fn gate(&self) -> Gate {
        Gate::CashOut("exchange")
    }

    /// Order of checks: amount, minimum, the day's cap, tokens, reserve.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let (config, now) = (&context.config, context.now);
        let rules = &config.exchange;
        if self.gusd <= Gusd::ZERO || self.gusd.minor() % rules.gusd_step.minor() != 0 {
            return Err(Refusal::InvalidAmount);
        }
        if self.gusd < rules.gusd_min {
            let min = rules.gusd_min.to_string();
            return Err(Refusal::BelowMinimum { min });
        }
        let usdt = self.gusd.at_parity();
        let left = player.exchange_left(config, now);
        if usdt > left {
            let max = left.at_parity().to_string();
            return Err(Refusal::AboveMaximum { max });
        }
        if self.gusd > player.wallet.gusd() {
            return Err(Refusal::NotEnoughTokens);
        }
        if usdt > context.reserve {
            return Err(Refusal::WithdrawalsPaused);
        }
        Ok(Event::from(Exchanged {
            gusd: self.gusd,
            usdt,
            vip_id: player.vip.tier(now),
            cap: player.exchange_cap(config, now),
            config_version: config.version,
            at: now,
        })
        .into())
    }
}

impl DomainEvent for Exchanged {
    fn evolve(&self, player: &mut Player) {
        add_on(&mut player.exchange.exchanged, self.at.day(), self.gusd);
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = |purse| Account::Player(player, purse);
        Postings::NONE
            .gusd(purse(Purse::Gusd), Account::House(House::GusdBurn), self.gusd)
            .usdt(Account::House(House::UsdtReserve), purse(Purse::Usdt), self.usdt)
    }
}

#[cfg(test)]
mod tests;
