//! The paytable: the outcomes of a cast at each depth, with integer weights
//! (domain §2.2, domain §2.3).
//!
//! Loading rejects a table whose expectation is not exactly 94 %. The hash of
//! the canonical JSON goes into every dive.

use crate::draw::{DRAW_TOTAL, hex_digest};
use crate::finding::Finding;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The deepest level (domain §10.2).
pub const LEVELS: u8 = 37;

/// Sum of `x10 × weight` of a band at a return of exactly 94 % (domain §2.3).
const RETURN_X10: u64 = 9_400_000;

/// The largest prize of one cast: 5000 times the stake (domain §10.1).
const X10_MAX: u32 = 50_000;

/// Caps of a dive's payout that keep every single prize whole (upper end ASSUMED; domain §2.1 (7) has 10,000).
const PAYOUT_X: std::ops::RangeInclusive<i64> = 5_000..=1_000_000;

// Fields are in alphabetical order, so serialisation is the canonical form that is hashed.

/// A versioned paytable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paytable {
    /// Depth bands from the surface down.
    pub bands: Vec<Band>,
    /// Sum of all weights of a band.
    pub draw_total: u64,
    /// Cap of a dive's payout in stakes.
    pub max_dive_payout_x: i64,
    /// What a mine does, in words.
    pub mine_destroy: String,
    /// Return to player in parts per million.
    pub rtp_ppm: u32,
    /// Name of this table.
    pub version: String,
}

/// Levels that share odds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Chests, in draw order.
    pub chest: Vec<ChestPrize>,
    /// Weight of an empty cast.
    pub empty_w: u32,
    /// Fish, in draw order.
    pub fish: Vec<FishPrize>,
    /// Letter of the band.
    pub id: String,
    /// First and last level.
    pub levels: [u8; 2],
    /// Weight of a mine.
    pub mine_w: u32,
    /// USDT multiplier of the levels (domain §10.2).
    pub mult: u32,
}

/// A chest prize: goes to the safe box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChestPrize {
    /// Weight in the draw.
    pub w: u32,
    /// Ten times the multiple of the stake.
    pub x10: u32,
}

/// A fish: goes on the line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FishPrize {
    /// Base value before the level's multiplier, a decimal.
    pub base: String,
    /// Species.
    pub id: String,
    /// Weight in the draw.
    pub w: u32,
    /// Ten times the multiple of the stake.
    pub x10: u32,
}

/// The outcome of a cast's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<'a> {
    /// A fish is caught.
    Fish(&'a FishPrize),
    Chest(&'a ChestPrize),
    Mine,
    Empty,
}

/// Why a paytable was refused; the band is named.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PaytableError {
    /// Weights do not add up to the draw total.
    #[error("band {0}: weights add up to {1}, not 1,000,000")]
    Weights(String, u64),
    /// The expectation is not 94 %.
    #[error("band {0}: the return is {1} of 9,400,000, not 94 %")]
    Return(String, u64),
    /// A prize above 5000 times the stake.
    #[error("band {0}: a prize of {1} tenths exceeds 5000 times the stake")]
    PrizeTooLarge(String, u32),
    /// `x10` is not base × multiplier × 10.
    #[error("band {0}: the value of {1} is not base x multiplier")]
    FishValue(String, String),
    /// Bands do not cover levels 1 to 37 once each.
    #[error("bands do not cover levels 1 to 37 in order")]
    Levels,
    /// The payout cap would cut a prize that the table promises, or is no cap at all.
    #[error("max_dive_payout_x must be 5,000 to 1,000,000, not {0}")]
    PayoutCap(i64),
    /// Declared totals differ from the product's.
    #[error("draw_total must be 1,000,000 and rtp_ppm 940,000")]
    Totals,
}

impl PaytableError {
    /// The same with a code and what its sentence names.
    pub fn finding(&self) -> Finding {
        let finding_of = |code| Finding::new(code, self.to_string());
        match self {
            PaytableError::Weights(band, sum) => finding_of("band_weights").with("band", band).with("sum", sum),
            PaytableError::Return(band, x10) => finding_of("band_return").with("band", band).with("return", x10),
            PaytableError::PrizeTooLarge(band, x10) => finding_of("band_prize").with("band", band).with("prize", x10),
            PaytableError::FishValue(band, fish) => finding_of("band_fish_value").with("band", band).with("fish", fish),
            PaytableError::Levels => finding_of("band_levels"),
            PaytableError::PayoutCap(cap) => finding_of("payout_cap_range").with("cap", cap),
            PaytableError::Totals => finding_of("paytable_totals"),
        }
    }
}

impl Paytable {
    /// The product's table `pt-1`.
    pub fn standard() -> Paytable {
        serde_json::from_str(include_str!("paytable.json")).expect("the built-in paytable reads")
    }

    /// SHA-256 of the canonical JSON.
    pub fn hash(&self) -> String {
        hex_digest(serde_json::to_string(self).expect("a paytable writes").as_bytes())
    }

    /// The loader checks of domain §2.3.
    pub fn check(&self) -> Result<(), PaytableError> {
        if self.draw_total != DRAW_TOTAL || self.rtp_ppm != 940_000 {
            return Err(PaytableError::Totals);
        }
        if !PAYOUT_X.contains(&self.max_dive_payout_x) {
            return Err(PaytableError::PayoutCap(self.max_dive_payout_x));
        }
        let mut next = 1;
        for band in &self.bands {
            if band.levels[0] != next || !(next..=LEVELS).contains(&band.levels[1]) {
                return Err(PaytableError::Levels);
            }
            next = band.levels[1] + 1;
            band.check()?;
        }
        if next == LEVELS + 1 {
            Ok(())
        } else {
            Err(PaytableError::Levels)
        }
    }

    /// The band of a level from 1 to 37.
    pub fn band(&self, level: u8) -> Option<&Band> {
        self.bands
            .iter()
            .find(|band| (band.levels[0]..=band.levels[1]).contains(&level))
    }
}

impl Band {
    fn check(&self) -> Result<(), PaytableError> {
        let name = || self.id.clone();
        let prizes = || {
            let fish = self.fish.iter().map(|fish| (fish.x10, fish.w));
            fish.chain(self.chest.iter().map(|chest| (chest.x10, chest.w)))
        };
        let weights =
            prizes().map(|(_, w)| u64::from(w)).sum::<u64>() + u64::from(self.mine_w) + u64::from(self.empty_w);
        if weights != DRAW_TOTAL {
            return Err(PaytableError::Weights(name(), weights));
        }
        let expectation = self.expectation_x10();
        if expectation != RETURN_X10 {
            return Err(PaytableError::Return(name(), expectation));
        }
        if let Some((x10, _)) = prizes().find(|&(x10, _)| x10 > X10_MAX) {
            return Err(PaytableError::PrizeTooLarge(name(), x10));
        }
        match self.fish.iter().find(|fish| !self.is_valued(fish)) {
            Some(fish) => Err(PaytableError::FishValue(name(), fish.id.clone())),
            None => Ok(()),
        }
    }

    /// Return of a cast in this band, in parts per million of the stake: 940,000 in every table that passes.
    pub fn return_ppm(&self) -> u64 {
        self.expectation_x10() / 10
    }

    fn expectation_x10(&self) -> u64 {
        let fish = self.fish.iter().map(|fish| (fish.x10, fish.w));
        let prizes = fish.chain(self.chest.iter().map(|chest| (chest.x10, chest.w)));
        prizes.map(|(x10, w)| u64::from(x10) * u64::from(w)).sum()
    }

    fn is_valued(&self, fish: &FishPrize) -> bool {
        let base = crate::money::parse_minor(&fish.base, 3).ok();
        base.and_then(|base| base.checked_mul(i64::from(self.mult) * 10)) == Some(i64::from(fish.x10) * 1_000)
    }

    /// The outcome of `number`: the first cumulative weight above it wins, in file order fish, chests, mine, empty.
    pub fn outcome(&self, number: u32) -> Outcome<'_> {
        let mut cumulative = 0;
        for fish in &self.fish {
            cumulative += fish.w;
            if cumulative > number {
                return Outcome::Fish(fish);
            }
        }
        for chest in &self.chest {
            cumulative += chest.w;
            if cumulative > number {
                return Outcome::Chest(chest);
            }
        }
        if cumulative + self.mine_w > number {
            Outcome::Mine
        } else {
            Outcome::Empty
        }
    }
}

#[cfg(test)]
mod tests;
