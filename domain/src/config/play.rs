//! Responsible play, the breaker, and the end of an account (domain §2.5, domain §3.14).

use super::checks::all;
use crate::finding::Finding;
use crate::money::{Coin, Usdt};
use serde::{Deserialize, Serialize};

/// Limits on play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Share of the reserve, in parts per million, whose loss in a day closes large stakes (domain §2.5: 20 %).
    pub breaker_ppm: i64,
    /// Stakes above this are large (domain §2.5: 200).
    pub breaker_stake: Coin,
    /// Stakes above this are closed by staff; null leaves all open (api §7.11).
    pub closed_above: Option<Coin>,
    /// How long a looser limit waits (domain §3.14: 24 h).
    pub loosen_wait_ms: i64,
    /// The largest limit of money a player may set (ASSUMED).
    pub limit_max: Usdt,
    /// Longest cool-off in days; the shortest is one (domain §3.14: 24 h to 6 weeks).
    pub cool_off_days_max: i64,
    /// Shortest self-exclusion in days (domain §3.14: 6 months).
    pub exclusion_days_min: i64,
    /// Longest self-exclusion in days (ASSUMED: ten years).
    pub exclusion_days_max: i64,
    /// Days between the request of deletion and the erasure (ASSUMED: a month, so that payouts under way can end).
    pub erasure_wait_days: i64,
}

impl Play {
    /// The defaults of domain §2.5, domain §3.14.
    pub fn standard() -> Play {
        Play {
            breaker_ppm: 200_000,
            breaker_stake: Coin::from_minor(200),
            closed_above: None,
            loosen_wait_ms: crate::time::DAY_MS,
            limit_max: Usdt::from_minor(1_000_000_000_000),
            cool_off_days_max: 42,
            exclusion_days_min: 183,
            exclusion_days_max: 3_650,
            erasure_wait_days: 30,
        }
    }

    pub(super) fn check(&self) -> Result<(), Finding> {
        let exclusion = self.exclusion_days_min..=self.exclusion_days_max;
        all(&[
            (
                (0..=1_000_000).contains(&self.breaker_ppm),
                "breaker_range",
                "breaker_ppm is 0 to 1,000,000",
            ),
            (
                self.breaker_stake >= Coin::ZERO,
                "breaker_stake_negative",
                "breaker_stake is not negative",
            ),
            (
                self.closed_above.is_none_or(|stake| stake >= Coin::ZERO),
                "closed_above_negative",
                "closed_above is not negative",
            ),
            (
                (crate::time::DAY_MS..=30 * crate::time::DAY_MS).contains(&self.loosen_wait_ms),
                "loosen_wait_range",
                "a looser limit waits a day or more",
            ),
            (
                (1..=1_000_000_000_000_000).contains(&self.limit_max.minor()),
                "limit_max_range",
                "limit_max is above nothing",
            ),
            (
                (1..=42).contains(&self.cool_off_days_max),
                "cool_off_range",
                "a cool-off lasts up to 6 weeks",
            ),
            (
                self.exclusion_days_min >= 180 && !exclusion.is_empty() && self.exclusion_days_max <= 36_500,
                "exclusion_range",
                "a self-exclusion lasts 6 months or more",
            ),
            (
                (0..=30).contains(&self.erasure_wait_days),
                "erasure_wait_range",
                "an erasure waits up to 30 days",
            ),
        ])
    }
}
