//! Top-ups and coupons (domain §3.5).

use super::checks::all;
use crate::finding::Finding;
use crate::money::Usdt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How money comes in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pay {
    /// Smallest top-up.
    pub topup_min: Usdt,
    /// Largest top-up.
    pub topup_max: Usdt,
    /// How long an order waits for its payment.
    pub order_ttl_ms: i64,
    /// Orders a player may have open at a time.
    pub open_orders: usize,
    /// Ways to pay, each a switch (domain F5).
    pub channels: BTreeMap<String, bool>,
    /// Days in which staff may refund unspent coupons.
    pub refund_days: i64,
}

impl Pay {
    /// The defaults of api §4.1.
    pub fn standard() -> Pay {
        Pay {
            topup_min: Usdt::from_minor(1_000_000),
            topup_max: Usdt::from_minor(5_000_000_000),
            order_ttl_ms: 30 * 60_000,
            open_orders: 3,
            channels: BTreeMap::from([("ton_usdt".into(), true), ("stars".into(), false)]),
            refund_days: 14,
        }
    }

    /// True when orders of the channel may be opened.
    pub fn is_open(&self, channel: &str) -> bool {
        self.channels.get(channel).copied().unwrap_or(false)
    }

    pub(super) fn check(&self) -> Result<(), Finding> {
        let range = self.topup_min..=self.topup_max;
        all(&[
            (
                self.topup_min > Usdt::ZERO && !range.is_empty(),
                "topup_range",
                "topup_min is above nothing and at most topup_max",
            ),
            (
                self.topup_max <= Usdt::from_minor(1_000_000_000_000),
                "topup_max_range",
                "topup_max is at most 1,000,000 USDT",
            ),
            (
                (60_000..=crate::time::DAY_MS).contains(&self.order_ttl_ms),
                "order_ttl_range",
                "an order waits a minute to a day",
            ),
            (
                (1..=20).contains(&self.open_orders),
                "open_orders_range",
                "open_orders is 1 to 20",
            ),
            (
                (0..=365).contains(&self.refund_days),
                "refund_days_range",
                "refund_days is 0 to 365",
            ),
        ])
    }
}
