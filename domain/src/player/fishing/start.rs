//! Starting a dive: stake, fund and start level (domain §2.1 (1), (2)).
//!
//! The fund, the paytable and the seed pair are fixed here and kept to the end.
//! The player's device brings a value that enters every draw of the dive, so nobody knew what the dive plays under when
//! its seed was sealed (domain §2.6).
//! Order of checks: form of the device's value, dive state, another value than before, stake, closed stakes, level,
//! coins, limits, diamonds.
//!
//! When the house has lost a fifth of the reserve in a day, does not cover what it owes, or staff close large stakes,
//! they start no new dive (domain §1, §2.5). It never changes odds, and a dive that is open ends by its own rules.

use super::super::dive::{Dive, Fund};
use super::super::gate::Gate;
use super::super::{DomainEvent, Event, Player, Rule};
use crate::draw::{is_device_value, parts_of_dive};
use crate::ids::{DiveId, PlayerId};
use crate::money::{Coin, Diamond, Gusd, Usdt};
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartDive {
    /// Derived from the request, so that a retry names the same dive.
    pub dive: DiveId,
    /// Coins for a cast.
    pub stake: i64,
    /// 1, or a deep start.
    pub start_level: u8,
    /// What the player's device drew for this dive.
    pub device_value: String,
}

/// A dive was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiveStarted {
    pub dive: DiveId,
    /// Coins for a cast.
    pub stake: Coin,
    pub fund: Fund,
    pub start_level: u8,
    /// Diamonds paid for the deep start.
    pub diamonds: Diamond,
    /// Hash of the paytable.
    pub table_hash: String,
    /// Version of the configuration in force.
    pub config_version: u64,
    /// Commit of the seed in use.
    pub commit: String,
    /// The client seed of this dive, with the value of the player's device.
    pub client_seed: String,
    /// Nonce of the first cast.
    pub nonce: u64,
    pub at: Timestamp,
}

/// The largest stake the reserve allows (domain §2.5: 0.2 coins per USDT).
pub fn stake_max(context: &Context) -> Coin {
    let per_reserve = i128::from(context.config.game.stake_per_reserve_milli);
    let coins = i128::from(context.reserve.minor()) * per_reserve / 1_000 / 1_000_000;
    Coin::from_minor(i64::try_from(coins.max(0)).unwrap_or(i64::MAX))
}

/// Whether the house's solvency is checked before a dive of this stake (domain §1).
pub fn is_large_stake(context: &Context, stake: i64) -> bool {
    stake > context.config.play.breaker_stake.minor()
}

/// Stakes above this start no dive: the day's breaker, solvency, or staff (domain §1, domain §2.5, api §7.11).
pub fn stake_closed_above(context: &Context) -> Option<Coin> {
    let play = &context.config.play;
    let lost = -i128::from(context.house_day.minor());
    let bearable = i128::from(context.reserve.minor()) * i128::from(play.breaker_ppm) / 1_000_000;
    let breaker = (lost > bearable.max(0)).then_some(play.breaker_stake);
    let closed = [breaker, context.stakes_closed_above, play.closed_above];
    closed.into_iter().flatten().min()
}

impl Rule for StartDive {
    fn gate(&self) -> Gate {
        Gate::Play("fishing")
    }

    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let game = &context.config.game;
        let invalid = Refusal::InvalidField {
            field: "device_value".into(),
        };
        if !is_device_value(&self.device_value) {
            return Err(invalid);
        }
        if player.fishing.dive.is_some() {
            return Err(Refusal::DiveAlreadyOpen);
        }
        // That it is random, only the device knows. A device that repeats itself is noticed at its second dive.
        if self.device_value == player.seeds.device_value {
            return Err(invalid);
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
            client_seed: player.seeds.of_dive(&self.device_value),
            nonce: player.seeds.nonce,
            at: context.now,
        };
        Ok(Event::from(started).into())
    }
}

impl DomainEvent for DiveStarted {
    fn evolve(&self, player: &mut Player) {
        player.fishing.touch(self.at);
        let (client_seed, device_value) = parts_of_dive(&self.client_seed);
        player.seeds.device_value = device_value.to_owned();
        if player.seeds.client_seed.is_empty() {
            player.seeds.client_seed = client_seed.to_owned();
        }
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
            client_seed: self.client_seed.clone(),
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
mod tests;
