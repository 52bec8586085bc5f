//! An open dive: the fish on the line, the safe box, and the effects of a cast
//! on them (domain §2.1, domain §2.6).
//!
//! Every cast returns exactly 94 % whatever the player does (domain §2.4): the
//! danger bonus pays in advance for what mines will destroy. Rounding is down, to
//! 0.01 gusd. Wallets and commands are in other modules.

use crate::draw::{ServerSeed, Words};
use crate::ids::DiveId;
use crate::money::{Coin, Diamond, Gusd, Usdt};
use crate::paytable::{Band, LEVELS, Outcome};
use crate::posting::{House, Purse};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Prizes from this multiple (times ten) are cash on paid dives (domain §1: chests >= 100x).
pub(super) const CASH_X10: u32 = 1_000;

/// Which coins pay for a dive, fixed at its start (domain §1: paid first, no mixing).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fund {
    /// Bought coins: wins are free tokens.
    Paid,
    /// Given coins: wins are bonus tokens.
    Promo,
}

impl Fund {
    /// The purse that pays stakes.
    pub const fn stake_purse(self) -> Purse {
        match self {
            Fund::Paid => Purse::CoinPaid,
            Fund::Promo => Purse::CoinPromo,
        }
    }

    /// The purse that receives wins.
    pub const fn prize_purse(self) -> Purse {
        match self {
            Fund::Paid => Purse::Gusd,
            Fund::Promo => Purse::GusdBonus,
        }
    }

    /// The account that mints wins.
    pub const fn prize_issue(self) -> House {
        match self {
            Fund::Paid => House::GusdIssuePaid,
            Fund::Promo => House::GusdIssueBonus,
        }
    }
}

/// A fish on the line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Catch {
    /// Species.
    pub id: String,
    /// The level where it was caught.
    pub level: u8,
    /// The value paid at the surface.
    pub value: Gusd,
}

/// The state of an open dive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dive {
    pub id: DiveId,
    /// Coins for a cast.
    pub stake: Coin,
    pub fund: Fund,
    /// The start level.
    pub start_level: u8,
    /// Diamonds paid for a deep start.
    pub deep_start_cost: i64,
    /// Diamonds paid for shields so far.
    pub shields_cost: i64,
    /// Casts so far.
    pub casts: u32,
    /// Fish at risk, in catch order.
    pub line: Vec<Catch>,
    /// Danger bonuses so far, safe.
    pub bonus: Gusd,
    /// Chest prizes in tokens so far, safe.
    pub chest_gusd: Gusd,
    /// Cash chests so far, safe.
    pub chest_usdt: Usdt,
    /// Hash of the paytable of this dive.
    pub table_hash: String,
    /// The client seed of this dive.
    pub client_seed: String,
    /// The start time.
    pub started_at: Timestamp,
    /// The last command.
    pub touched_at: Timestamp,
}

/// The kind of outcome of a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Empty,
    /// A fish goes on the line.
    Fish,
    /// A chest goes into the safe box.
    Chest,
    Mine,
}

/// The roll of one cast and its immediate effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The cast's number below a million.
    pub t: u32,
    /// What it means.
    pub kind: Kind,
    /// Species, for a fish.
    pub id: Option<String>,
    /// Ten times the multiple of the stake.
    pub x10: u32,
    /// Worth of the prize.
    pub value: Gusd,
    /// Danger bonus paid into the safe box.
    pub bonus: Gusd,
    /// Indexes on the line that a mine destroyed, from 0 in catch order.
    pub destroyed: Vec<u8>,
}

impl Dive {
    /// Coins burned so far.
    pub fn staked(&self) -> Coin {
        Coin::from_minor(self.stake.minor() * i64::from(self.casts))
    }

    /// Diamonds burned so far, for the deep start and shields.
    pub fn burned(&self) -> Diamond {
        Diamond::from_minor(self.deep_start_cost + self.shields_cost)
    }

    /// The level the next cast plays.
    pub fn level(&self) -> u8 {
        self.start_level + self.casts as u8
    }

    /// The next step number, from 1.
    pub fn seq(&self) -> u32 {
        self.casts + 1
    }

    /// Value of the fish on the line.
    pub fn line_value(&self) -> Gusd {
        self.line.iter().map(|fish| fish.value).sum()
    }

    /// The safe box in tokens.
    pub fn safe(&self) -> Gusd {
        self.bonus + self.chest_gusd
    }

    /// True once level 37 was played.
    pub fn is_at_bottom(&self) -> bool {
        self.level() > LEVELS
    }

    /// Rolls the cast with this nonce. A shielded cast is never hurt and earns no bonus.
    pub fn roll(&self, band: &Band, seed: &ServerSeed, client_seed: &str, nonce: u64, shield: bool) -> Roll {
        let mut words = Words::new(seed, client_seed, nonce);
        let t = words.number();
        let (kind, id, x10) = match band.outcome(t) {
            Outcome::Fish(fish) => (Kind::Fish, Some(fish.id.clone()), fish.x10),
            Outcome::Chest(chest) => (Kind::Chest, None, chest.x10),
            Outcome::Mine => (Kind::Mine, None, 0),
            Outcome::Empty => (Kind::Empty, None, 0),
        };
        let mut roll = Roll {
            t,
            kind,
            id,
            x10,
            value: Gusd::from_minor(self.stake.minor() * i64::from(x10) * 10),
            bonus: Gusd::ZERO,
            destroyed: Vec::new(),
        };
        let places = 0..self.line.len() as u8;
        match (kind, shield) {
            (_, true) => {}
            (Kind::Mine, false) => roll.destroyed = places.filter(|_| words.coin()).collect(),
            (_, false) => roll.bonus = danger_bonus(self.line_value(), band.mine_w),
        }
        roll
    }

    /// Applies a roll at the current level.
    pub fn apply(&mut self, roll: &Roll) {
        self.bonus += roll.bonus;
        match roll.kind {
            Kind::Empty => {}
            Kind::Fish => {
                let id = roll.id.clone().unwrap_or_default();
                let level = self.level();
                self.line.push(Catch {
                    id,
                    level,
                    value: roll.value,
                });
            }
            Kind::Chest if roll.x10 >= CASH_X10 && self.fund == Fund::Paid => self.chest_usdt += roll.value.at_parity(),
            Kind::Chest => self.chest_gusd += roll.value,
            Kind::Mine => {
                let mut place = 0;
                self.line.retain(|_| {
                    place += 1;
                    !roll.destroyed.contains(&(place - 1))
                });
            }
        }
        self.casts += 1;
    }
}

/// `line × q / (2 (1 − q))` with q the mine's share of a million, rounded down (domain §2.1 (5)).
pub fn danger_bonus(line: Gusd, mine_w: u32) -> Gusd {
    let mines = i128::from(mine_w);
    let bonus = i128::from(line.minor()) * mines / (2 * (1_000_000 - mines));
    Gusd::from_minor(i64::try_from(bonus).expect("a bonus is smaller than the line"))
}

#[cfg(test)]
mod tests;
