//! Winnings become money (domain §2.8, domain §3.7): 10,000 gusd are one USDT, exactly
//! (law I-06: 0.01 gusd is one micro-USDT, nothing is rounded).
//!
//! | file | act |
//! |---|---|
//! | this | free tokens become USDT, up to twice the tier's daily withdrawal |
//! | `unlock` | bonus tokens become free ones, out of the day's pool |
//! | `bonus` | bonus tokens expire |
//!
//! The reserve pays. When it does not hold the amount nothing is exchanged (6012): the
//! tokens stay, and the books never show a payment that could not be made. -1008 would
//! tell the client to try again at once, which cannot help.

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
    /// How many.
    pub gusd: Gusd,
}

/// Tokens were exchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchanged {
    /// What was given.
    pub gusd: Gusd,
    /// What was received.
    pub usdt: Usdt,
    /// The tier whose cap held; none without one.
    pub vip_id: Option<u8>,
    /// The day's cap.
    pub cap: Usdt,
    /// Version of the configuration in force.
    pub config_version: u64,
    /// When.
    pub at: Timestamp,
}

/// The sum of a day. A clock that steps back over midnight does not reopen the day before.
fn sum_on(sum: (Day, Gusd), day: Day) -> Gusd {
    if day <= sum.0 { sum.1 } else { Gusd::ZERO }
}

fn add_on(sum: &mut (Day, Gusd), day: Day, amount: Gusd) {
    *sum = (sum.0.max(day), sum_on(*sum, day) + amount);
}

impl Player {
    /// USDT that the player may take out of tokens in a day: twice the tier's daily withdrawal.
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
mod tests {
    use super::*;
    use crate::player::vip::{ActivateVip, PayWith};
    use crate::testing::Angler;
    use crate::time::DAY_MS;

    fn exchange(gusd: &str) -> ExchangeTokens {
        let gusd = Gusd::parse(gusd).expect("an amount");
        ExchangeTokens { gusd }
    }

    fn rich() -> Angler {
        Angler::new().with_gusd(10_000_000_000)
    }

    #[test]
    fn ten_thousand_tokens_are_one_usdt_exactly() {
        // domain §10.1, law I-06.
        let mut angler = Angler::new().with_gusd(2_413_050);
        angler.must(exchange("24130"));
        assert_eq!((angler.has(Purse::Gusd), angler.has(Purse::Usdt)), (50, 2_413_000));
    }

    #[test]
    fn the_first_violated_check_is_told() {
        let angler = Angler::new().with_gusd(1_000_099);
        for gusd in ["0", "0.01", "9999.50", "10000.99"] {
            assert_eq!(angler.decide(exchange(gusd)), Err(Refusal::InvalidAmount), "{gusd}");
        }
        let negative = ExchangeTokens {
            gusd: Gusd::from_minor(-1_000_000),
        };
        assert_eq!(angler.decide(negative), Err(Refusal::InvalidAmount));
        let min = "10000.00".into();
        assert_eq!(angler.decide(exchange("9999")), Err(Refusal::BelowMinimum { min }));
        let max = "400000.00".into();
        assert_eq!(angler.decide(exchange("400001")), Err(Refusal::AboveMaximum { max }));
        assert_eq!(angler.decide(exchange("10001")), Err(Refusal::NotEnoughTokens));
        assert!(angler.decide(exchange("10000")).is_ok());
    }

    #[test]
    fn a_day_exchanges_twice_what_the_tier_may_withdraw() {
        // domain §3.7: 40 USDT without a tier, 100 with Bronze.
        let mut angler = rich().with_coupons(5_000_000);
        angler.must(exchange("300000"));
        let max = "100000.00".into();
        assert_eq!(angler.decide(exchange("100001")), Err(Refusal::AboveMaximum { max }));
        angler.must(exchange("100000"));
        let (vip_id, pay_with) = (1, PayWith::Coupon);
        angler.must(ActivateVip { vip_id, pay_with });
        assert_eq!(
            angler.player.exchange_left(&angler.config, angler.now),
            Usdt::from_minor(60_000_000)
        );
        let Event::Exchanged(told) = angler.must(exchange("600000")) else {
            panic!("an exchange is told as Exchanged");
        };
        assert_eq!((told.vip_id, told.cap), (Some(1), Usdt::from_minor(100_000_000)));
        let max = "0.00".into();
        let again = angler.wait(-DAY_MS).decide(exchange("10000"));
        assert_eq!(
            again,
            Err(Refusal::AboveMaximum { max }),
            "nor does a clock that steps back"
        );
        assert!(angler.wait(DAY_MS + DAY_MS / 2).decide(exchange("1000000")).is_ok());
    }

    #[test]
    fn a_reserve_that_does_not_hold_the_amount_pays_nothing() {
        let mut angler = rich();
        angler.reserve = Usdt::from_minor(1_000_000);
        assert!(angler.decide(exchange("10000")).is_ok());
        assert_eq!(angler.decide(exchange("10001")), Err(Refusal::WithdrawalsPaused));
        angler.reserve = Usdt::from_minor(-1);
        assert_eq!(angler.decide(exchange("10000")), Err(Refusal::WithdrawalsPaused));
    }
}
