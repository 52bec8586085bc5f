//! A cast: the current level is played once, and the hook moves one level deeper
//! (domain §2.1 (2) to (6), §2.6). The cast of the last level also closes the dive.
//!
//! Order of checks: dive state, step, time, limits, money.

use super::super::dive::{CASH_X10, Dive, Fund, Kind, Roll};
use super::super::gate::Gate;
use super::super::{DomainEvent, Event, Player, Rule};
use super::close::{Reason, close};
use crate::ids::{DiveId, PlayerId};
use crate::money::{Coin, Diamond, Gusd};
use crate::paytable::LEVELS;
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Plays the current level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    pub dive: DiveId,
    /// The step number the client expects to be next.
    pub seq: u32,
    /// Pays a diamond for protection from mines.
    pub shield: bool,
}

/// A cast was made and decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CastResolved {
    pub dive: DiveId,
    /// Step, from 1.
    pub seq: u32,
    pub level: u8,
    /// Number of the draw within the seed pair.
    pub nonce: u64,
    /// The number drawn.
    pub t: u32,
    /// The kind of outcome.
    pub kind: Kind,
    /// Species, for a fish.
    pub id: Option<String>,
    /// Ten times the multiple of the stake.
    pub x10: u32,
    /// Worth of the prize.
    pub value: Gusd,
    pub bonus: Gusd,
    /// Indexes on the line that were destroyed.
    pub destroyed: Vec<u8>,
    pub shield: bool,
    /// Coins burned.
    pub stake: Coin,
    pub fund: Fund,
    /// Diamonds burned for the shield.
    pub diamonds: Diamond,
    /// Line value afterwards.
    pub line: Gusd,
    /// Safe box afterwards.
    pub safe: Gusd,
    pub at: Timestamp,
}

impl CastResolved {
    /// Whether its prize is a chest of USDT, which is neither on the line nor in the safe box of tokens.
    pub fn pays_usdt(&self) -> bool {
        self.kind == Kind::Chest && self.fund == Fund::Paid && self.x10 >= CASH_X10
    }
}

impl Rule for Cast {
    fn gate(&self) -> Gate {
        Gate::Play("fishing")
    }

    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let game = &context.config.game;
        let dive = player.open_dive(self.dive)?;
        if context.now >= dive.touched_at.plus_ms(game.dive_ttl_ms) {
            return Err(Refusal::NoDiveOpen);
        }
        if self.seq != dive.seq() {
            return Err(Refusal::StepOutOfDate);
        }
        let next_cast_at = player.fishing.next_cast_at(game.min_cast_ms);
        if context.now < next_cast_at {
            return Err(Refusal::TooFast {
                next_cast_at: next_cast_at.0,
            });
        }
        player.check_fund(dive.fund, &context.config)?;
        player.check_session(context)?;
        player.check_loss(dive.fund, dive.stake, context)?;
        let resolved = self.resolve(player, dive, context)?;
        let bottom = dive.level() == LEVELS;
        let mut decision = Decision::from(Event::from(resolved));
        if bottom {
            let mut after = player.clone();
            decision
                .events
                .iter()
                .for_each(|event| event.domain_event().evolve(&mut after));
            decision.events.extend(close(&after, Reason::Bottom, context)?);
        }
        Ok(decision)
    }
}

impl Cast {
    fn resolve(&self, player: &Player, dive: &Dive, context: &Context) -> Result<CastResolved, Refusal> {
        let unavailable = |field: &str| Refusal::InvalidField { field: field.into() };
        let table = context
            .config
            .paytables
            .get(&dive.table_hash)
            .ok_or_else(|| unavailable("paytable"))?;
        let band = table.band(dive.level()).ok_or(Refusal::BottomReached)?;
        let seeds = &player.seeds;
        let opened = context.seed.as_ref().filter(|seed| seed.commit() == seeds.commit);
        let seed = opened.ok_or_else(|| unavailable("seed"))?;
        let roll = dive.roll(band, seed, &dive.client_seed, seeds.nonce, self.shield);
        let mut after = dive.clone();
        after.apply(&roll);
        let Roll {
            t,
            kind,
            id,
            x10,
            value,
            bonus,
            destroyed,
        } = roll;
        let diamonds = if self.shield {
            context.config.game.shield_cost
        } else {
            0
        };
        Ok(CastResolved {
            dive: dive.id,
            seq: self.seq,
            level: dive.level(),
            nonce: seeds.nonce,
            t,
            kind,
            id,
            x10,
            value,
            bonus,
            destroyed,
            shield: self.shield,
            stake: dive.stake,
            fund: dive.fund,
            diamonds: Diamond::from_minor(diamonds),
            line: after.line_value(),
            safe: after.safe(),
            at: context.now,
        })
    }
}

impl DomainEvent for CastResolved {
    fn evolve(&self, player: &mut Player) {
        let fishing = &mut player.fishing;
        fishing.touch(self.at);
        fishing.cast_at = self.at;
        fishing.session.staked += self.stake;
        if self.fund == Fund::Paid {
            fishing.lose(self.at.day(), self.stake.at_parity());
        }
        if let Some(dive) = &mut fishing.dive {
            dive.apply(&Roll {
                t: self.t,
                kind: self.kind,
                id: self.id.clone(),
                x10: self.x10,
                value: self.value,
                bonus: self.bonus,
                destroyed: self.destroyed.clone(),
            });
            dive.shields_cost += self.diamonds.minor();
            dive.touched_at = self.at;
        }
        player.seeds.nonce = self.nonce + 1;
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let diamonds = Account::Player(player, Purse::Diamond);
        Postings::NONE
            .coin(
                Account::Player(player, self.fund.stake_purse()),
                Account::House(House::CoinSink),
                self.stake,
            )
            .diamond(diamonds, Account::House(House::DiamondSink), self.diamonds)
    }
}

#[cfg(test)]
mod tests;
