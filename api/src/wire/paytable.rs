//! The paytable as players see it: complete, so that odds and hash can be checked.

use domain::paytable as rule;
use serde::Serialize;
use utoipa::ToSchema;

// Fields stand in alphabetical order: what is sent is the canonical form that `table_hash` covers.

/// A paytable (domain §2.3).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Paytable {
    /// Depth bands from the surface down.
    pub bands: Vec<PaytableBand>,
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
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaytableBand {
    /// Chests, in draw order.
    pub chest: Vec<PaytableChest>,
    /// Weight of an empty cast.
    pub empty_w: u32,
    /// Fish, in draw order.
    pub fish: Vec<PaytableFish>,
    /// Letter of the band.
    pub id: String,
    /// First and last level.
    pub levels: Vec<u8>,
    /// Weight of a mine.
    pub mine_w: u32,
    /// USDT multiplier of the levels.
    pub mult: u32,
}

/// A chest prize.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaytableChest {
    /// Weight in the draw.
    pub w: u32,
    /// Ten times the multiple of the stake.
    pub x10: u32,
}

/// A fish.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaytableFish {
    /// Base value before the multiplier, a decimal.
    pub base: String,
    /// Species.
    pub id: String,
    /// Weight in the draw.
    pub w: u32,
    /// Ten times the multiple of the stake.
    pub x10: u32,
}

impl From<&rule::Paytable> for Paytable {
    fn from(table: &rule::Paytable) -> Paytable {
        Paytable {
            bands: table.bands.iter().map(PaytableBand::from).collect(),
            draw_total: table.draw_total,
            max_dive_payout_x: table.max_dive_payout_x,
            mine_destroy: table.mine_destroy.clone(),
            rtp_ppm: table.rtp_ppm,
            version: table.version.clone(),
        }
    }
}

impl From<&rule::Band> for PaytableBand {
    fn from(band: &rule::Band) -> PaytableBand {
        let fish = |fish: &rule::FishPrize| PaytableFish {
            base: fish.base.clone(),
            id: fish.id.clone(),
            w: fish.w,
            x10: fish.x10,
        };
        PaytableBand {
            chest: band
                .chest
                .iter()
                .map(|chest| PaytableChest {
                    w: chest.w,
                    x10: chest.x10,
                })
                .collect(),
            empty_w: band.empty_w,
            fish: band.fish.iter().map(fish).collect(),
            id: band.id.clone(),
            levels: band.levels.to_vec(),
            mine_w: band.mine_w,
            mult: band.mult,
        }
    }
}

#[cfg(test)]
mod tests;
