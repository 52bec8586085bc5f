//! Exchange of winnings and the daily unlock of bonus tokens (domain §2.8, domain §3.7).

use super::checks::all;
use crate::finding::Finding;
use crate::money::{Gusd, Usdt};
use serde::{Deserialize, Serialize};

/// How tokens become money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// Smallest exchange of tokens.
    pub gusd_min: Gusd,
    /// Tokens are exchanged in multiples of this.
    pub gusd_step: Gusd,
    /// A day's exchange, in multiples of the USDT the tier may withdraw a day.
    pub cap_x: i64,
    /// Smallest purchase of coupons with USDT.
    pub coupon_min: Usdt,
    /// The daily unlock.
    pub unlock: Unlock,
}

/// The daily unlock of bonus tokens and its gate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unlock {
    /// Bonus tokens a player may unlock a day.
    pub player_day: Gusd,
    /// The day's pool at least.
    pub pool_min: Usdt,
    /// The day's pool at most.
    pub pool_max: Usdt,
    /// What the pool adds of yesterday's positive net revenue, in parts per million.
    pub pool_share_ppm: i64,
    /// Days since registration.
    pub min_age_days: i64,
    pub min_valid_invites: u32,
    /// Top-ups that replace an approved identity.
    pub min_topup: Usdt,
    /// Days after the last credit at which bonus tokens expire.
    pub expire_days: i64,
}

impl Exchange {
    /// The defaults of domain §2.8, domain §3.7, api §4.1.
    pub fn standard() -> Exchange {
        Exchange {
            gusd_min: Gusd::from_minor(1_000_000),
            gusd_step: Gusd::from_minor(100),
            cap_x: 2,
            coupon_min: Usdt::from_minor(1_000_000),
            unlock: Unlock {
                player_day: Gusd::from_minor(50_000),
                pool_min: Usdt::from_minor(5_000_000),
                pool_max: Usdt::from_minor(50_000_000),
                pool_share_ppm: 200_000,
                min_age_days: 7,
                min_valid_invites: 1,
                min_topup: Usdt::from_minor(5_000_000),
                expire_days: 60,
            },
        }
    }

    pub(super) fn check(&self) -> Result<(), Finding> {
        let unlock = &self.unlock;
        let pool = unlock.pool_min..=unlock.pool_max;
        all(&[
            (
                self.gusd_step > Gusd::ZERO,
                "gusd_step_range",
                "gusd_step is above nothing",
            ),
            (
                self.gusd_min >= self.gusd_step,
                "gusd_min_step",
                "gusd_min is at least one step",
            ),
            ((0..=100).contains(&self.cap_x), "cap_x_range", "cap_x is 0 to 100"),
            (
                self.coupon_min > Usdt::ZERO,
                "coupon_min_range",
                "coupon_min is above nothing",
            ),
            (
                unlock.player_day >= Gusd::ZERO,
                "player_day_negative",
                "player_day is not negative",
            ),
            (
                unlock.pool_min >= Usdt::ZERO && !pool.is_empty(),
                "pool_range",
                "pool_min is not negative and at most pool_max",
            ),
            (
                (0..=1_000_000).contains(&unlock.pool_share_ppm),
                "pool_share_range",
                "pool_share_ppm is 0 to 1,000,000",
            ),
            (
                (0..=36_500).contains(&unlock.min_age_days) && (1..=36_500).contains(&unlock.expire_days),
                "unlock_days_range",
                "days of the unlock are up to 36,500",
            ),
            (
                unlock.min_topup >= Usdt::ZERO,
                "min_topup_negative",
                "min_topup is not negative",
            ),
        ])
    }
}
