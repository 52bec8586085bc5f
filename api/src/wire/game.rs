//! The game's numbers, as players see them before they play.

use super::body::body;
use super::paytable::Paytable;
use super::rate;
use domain::config::Config;
use domain::money::Coin;
use serde::Serialize;
use utoipa::ToSchema;

body! {
    /// Asks for the game's numbers.
    FishingConfigBody(ts, token) {}
}

/// The game's numbers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FishingConfigData {
    /// Stakes on offer, in coins.
    pub play_options: Vec<i64>,
    /// The largest stake the prize reserve carries now.
    pub stake_max: i64,
    /// The table in force.
    pub paytable: Paytable,
    /// SHA-256 of its canonical JSON.
    pub table_hash: String,
    /// Deep starts on offer.
    pub deep_start: Vec<DeepStart>,
    /// Diamonds for shielding one cast.
    pub shield_cost: i64,
    /// Minimum time between casts.
    pub min_cast_ms: i64,
    /// Return to player, a decimal.
    pub rtp: String,
    /// Cap of a dive's payout in stakes.
    pub cap_x: i64,
    /// Multipliers by depth.
    pub bands: Vec<FishingBand>,
}

/// A start below level 1.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeepStart {
    /// Where.
    pub level: u8,
    /// Diamonds.
    pub diamond: i64,
}

/// The USDT multiplier of a range of levels (domain §10.2).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FishingBand {
    /// First level.
    pub from: u8,
    /// Last level.
    pub to: u8,
    /// Multiplier.
    pub mult: u32,
}

impl FishingConfigData {
    /// The numbers in force.
    pub fn of(config: &Config, stake_max: Coin) -> FishingConfigData {
        let game = &config.game;
        let table = &game.paytable;
        let deep_start = |(&level, &diamond): (&u8, &i64)| DeepStart { level, diamond };
        let band = |band: &domain::paytable::Band| FishingBand {
            from: band.levels[0],
            to: band.levels[1],
            mult: band.mult,
        };
        FishingConfigData {
            play_options: game.play_options.clone(),
            stake_max: stake_max.minor(),
            paytable: table.into(),
            table_hash: table.hash(),
            deep_start: game.deep_start.iter().map(deep_start).collect(),
            shield_cost: game.shield_cost,
            min_cast_ms: game.min_cast_ms,
            rtp: rate(table.rtp_ppm),
            cap_x: table.max_dive_payout_x,
            bands: table.bands.iter().map(band).collect(),
        }
    }
}
