//! Starting a dive: what it stakes, who pays, where it begins (domain §2.1 (1), (2)).
//!
//! The fund, the paytable and the seed pair are fixed here and kept to the end.
//! Order of checks: dive state, stake, closed stakes, level, coins, limits, diamonds.
//!
//! When the house has lost a fifth of the reserve in a day, or staff close them, large
//! stakes start no new dive (domain §2.5). That only refuses: it never touches odds,
//! and a dive that is open ends by its own rules.

use super::super::dive::{Dive, Fund};
use super::super::gate::Gate;
use super::super::{DomainEvent, Event, Player, Rule};
use crate::ids::{DiveId, PlayerId};
use crate::money::{Coin, Diamond, Gusd, Usdt};
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Starts a dive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartDive {
    /// Derived from the request, so that a retry names the same dive.
    pub dive: DiveId,
    /// Coins for a cast.
    pub stake: i64,
    /// 1, or a deep start.
    pub start_level: u8,
}

/// A dive began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiveStarted {
    /// The dive.
    pub dive: DiveId,
    /// Coins for a cast.
    pub stake: Coin,
    /// Who pays.
    pub fund: Fund,
    /// Where.
    pub start_level: u8,
    /// Diamonds paid for the deep start.
    pub diamonds: Diamond,
    /// Hash of the paytable.
    pub table_hash: String,
    /// Version of the configuration in force.
    pub config_version: u64,
    /// Commit of the seed in use.
    pub commit: String,
    /// The player's part.
    pub client_seed: String,
    /// The first cast's nonce.
    pub nonce: u64,
    /// When.
    pub at: Timestamp,
}

/// The largest stake the reserve carries (domain §2.5: 0.2 coins per USDT).
pub fn stake_max(context: &Context) -> Coin {
    let per_reserve = i128::from(context.config.game.stake_per_reserve_milli);
    let coins = i128::from(context.reserve.minor()) * per_reserve / 1_000 / 1_000_000;
    Coin::from_minor(i64::try_from(coins.max(0)).unwrap_or(i64::MAX))
}

/// Stakes above this start no dive at the moment: the day's breaker, or staff (domain §2.5, api §7 (11)).
pub fn stake_closed_above(context: &Context) -> Option<Coin> {
    let play = &context.config.play;
    let lost = -i128::from(context.house_day.minor());
    let bearable = i128::from(context.reserve.minor()) * i128::from(play.breaker_ppm) / 1_000_000;
    let breaker = (lost > bearable.max(0)).then_some(play.breaker_stake);
    breaker.into_iter().chain(play.closed_above).min()
}

impl Rule for StartDive {
    fn gate(&self) -> Gate {
        Gate::Play("fishing")
    }

    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let game = &context.config.game;
        if player.fishing.dive.is_some() {
            return Err(Refusal::DiveAlreadyOpen);
        }
        let stake_max = stake_max(context).minor();
        if !game.play_options.contains(&self.stake) || self.stake > stake_max {
            return Err(Refusal::StakeNotAvailable { stake_max });
        }
        if let Some(stake_max) = stake_closed_above(context).filter(|closed| self.stake > closed.minor()) {
            let stake_max = stake_max.minor();
            return Err(Refusal::StakeClosed { stake_max });
        }
        let deep = game.deep_start.get(&self.start_level).copied();
        let diamonds = if self.start_level == 1 { Some(0) } else { deep };
        let diamonds = Diamond::from_minor(diamonds.ok_or(Refusal::StartLevelNotAvailable)?);
        let stake = Coin::from_minor(self.stake);
        let fund = player.fund_for(stake, &context.config)?;
        player.check_session(context)?;
        player.check_loss(fund, stake, context)?;
        let started = DiveStarted {
            dive: self.dive,
            stake,
            fund,
            start_level: self.start_level,
            diamonds,
            table_hash: context.config.table_hash(),
            config_version: context.config.version,
            commit: player.seeds.commit.clone(),
            client_seed: player.seeds.client_seed.clone(),
            nonce: player.seeds.nonce,
            at: context.now,
        };
        Ok(Event::from(started).into())
    }
}

impl DomainEvent for DiveStarted {
    fn evolve(&self, player: &mut Player) {
        player.fishing.touch(self.at);
        player.fishing.dive = Some(Dive {
            id: self.dive,
            stake: self.stake,
            fund: self.fund,
            start_level: self.start_level,
            deep_start_cost: self.diamonds.minor(),
            shields_cost: 0,
            casts: 0,
            line: Vec::new(),
            bonus: Gusd::ZERO,
            chest_gusd: Gusd::ZERO,
            chest_usdt: Usdt::ZERO,
            table_hash: self.table_hash.clone(),
            started_at: self.at,
            touched_at: self.at,
        });
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = Account::Player(player, Purse::Diamond);
        Postings::NONE.diamond(purse, Account::House(House::DiamondSink), self.diamonds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::region::Mode;
    use crate::testing::Angler;

    fn refused(angler: &Angler, stake: i64, level: u8) -> Refusal {
        angler.decide(angler.start(stake, level)).expect_err("a refusal")
    }

    #[test]
    fn a_dive_takes_bought_coins_first_and_never_mixes() {
        for (paid, promo, fund) in [(10, 10, Fund::Paid), (9, 10, Fund::Promo)] {
            let mut angler = Angler::new().with_coins(paid).with_promo(promo);
            assert_eq!(angler.dives(10, 1).dive().map(|dive| dive.fund), Some(fund));
        }
        let angler = Angler::new().with_coins(9).with_promo(9);
        assert_eq!(refused(&angler, 10, 1), Refusal::NotEnoughCoins);
    }

    #[test]
    fn the_start_itself_costs_no_coins() {
        let mut angler = Angler::new().with_coins(10);
        assert_eq!(angler.dives(10, 1).has(Purse::CoinPaid), 10);
    }

    #[test]
    fn a_deep_start_costs_the_published_diamonds() {
        // domain §2.1 (2).
        for (level, cost) in [(1, 0), (6, 1), (11, 2), (21, 5), (28, 10)] {
            let mut angler = Angler::new().with_coins(10).with_diamonds(cost);
            angler.dives(10, level);
            assert_eq!(
                (angler.has(Purse::Diamond), angler.dive().map(Dive::level)),
                (0, Some(level))
            );
        }
        let angler = Angler::new().with_coins(10).with_diamonds(9);
        assert_eq!(refused(&angler, 10, 28), Refusal::NotEnoughDiamonds);
        assert_eq!(refused(&angler, 10, 5), Refusal::StartLevelNotAvailable);
    }

    #[test]
    fn one_dive_is_open_at_a_time() {
        let mut angler = Angler::new().with_coins(100);
        assert_eq!(refused(angler.dives(10, 1), 10, 1), Refusal::DiveAlreadyOpen);
    }

    #[test]
    fn the_reserve_caps_the_stake() {
        // domain §2.5: 0.2 coins per USDT of reserve; 25,000 USDT carry 5,000 coins.
        let mut angler = Angler::new().with_coins(5_000);
        assert!(angler.decide(angler.start(5_000, 1)).is_ok());
        angler.reserve = Usdt::from_minor(24_999_999_999);
        assert_eq!(
            refused(&angler, 5_000, 1),
            Refusal::StakeNotAvailable { stake_max: 4_999 }
        );
        angler.reserve = Usdt::from_minor(-1);
        assert_eq!(refused(&angler, 10, 1), Refusal::StakeNotAvailable { stake_max: 0 });
    }

    #[test]
    fn a_day_that_cost_a_fifth_of_the_reserve_closes_large_stakes() {
        // domain §2.5: below -20 % of 25,000 USDT.
        let mut angler = Angler::new().with_coins(5_000);
        angler.house_day = Usdt::from_minor(-5_000_000_000);
        assert!(angler.decide(angler.start(5_000, 1)).is_ok());
        angler.house_day = Usdt::from_minor(-5_000_000_001);
        assert_eq!(refused(&angler, 500, 1), Refusal::StakeClosed { stake_max: 200 });
        assert!(angler.decide(angler.start(200, 1)).is_ok());
    }

    #[test]
    fn an_open_dive_goes_on_when_its_stake_is_closed() {
        let mut angler = Angler::new().with_coins(5_000);
        angler.dives(500, 1);
        angler.house_day = Usdt::from_minor(i64::MIN + 1);
        angler.casts(2).surfaces();
    }

    #[test]
    fn staff_close_stakes_and_the_lower_bound_counts() {
        let closed = |config: &mut crate::config::Config| config.play.closed_above = Some(Coin::from_minor(100));
        let mut angler = Angler::new().with_coins(5_000).under(closed);
        assert_eq!(refused(&angler, 200, 1), Refusal::StakeClosed { stake_max: 100 });
        angler.house_day = Usdt::from_minor(-6_000_000_000);
        assert_eq!(refused(&angler, 200, 1), Refusal::StakeClosed { stake_max: 100 });
        assert!(angler.decide(angler.start(100, 1)).is_ok());
    }

    #[test]
    fn a_region_with_promo_play_takes_no_bought_coins() {
        let play = |config: &mut crate::config::Config| config.region.default_mode = Mode::Play;
        let mut angler = Angler::new().with_coins(10).with_promo(10).under(play);
        assert_eq!(angler.dives(10, 1).dive().map(|dive| dive.fund), Some(Fund::Promo));
        let angler = Angler::new().with_coins(10).under(play);
        assert_eq!(refused(&angler, 10, 1), Refusal::NotEnoughCoins);
    }

    #[test]
    fn a_stake_that_is_not_on_offer_is_refused() {
        let angler = Angler::new().with_coins(5_000);
        for stake in [0, -10, 15, 10_000, i64::MAX] {
            assert_eq!(
                refused(&angler, stake, 1),
                Refusal::StakeNotAvailable { stake_max: 5_000 }
            );
        }
    }

    #[test]
    fn the_first_violated_check_is_told() {
        let angler = Angler::new();
        assert_eq!(refused(&angler, 7, 2), Refusal::StakeNotAvailable { stake_max: 5_000 });
        assert_eq!(refused(&angler, 10, 2), Refusal::StartLevelNotAvailable);
        assert_eq!(refused(&angler, 10, 28), Refusal::NotEnoughCoins);
    }

    #[test]
    fn the_dive_keeps_its_paytable_and_tells_its_seed_pair() {
        let mut angler = Angler::new().with_golden_seed().with_coins(20);
        angler.dives(10, 1).casts(1).surfaces();
        let Event::DiveStarted(started) = angler.must(angler.start(10, 1)) else {
            panic!("a start is told as DiveStarted");
        };
        assert_eq!(started.table_hash, angler.config.table_hash());
        assert_eq!(
            (started.commit, started.nonce),
            (crate::testing::golden_seed().commit(), 1)
        );
        assert_eq!(started.client_seed, "angler-1");
    }
}
