//! VIP tiers (domain §3.4).
//!
//! What a tier gives is worth at most 80 % of its price: even with full referral
//! the player's expectation stays below 0.797 of it. The terms of a tier that was
//! published never change, because days of it may have been sold: a new price is a
//! new tier, and the old one is taken off sale. Its floor and rights may change for
//! the better only, and so may the time between two claims.

use super::Text;
use super::checks::all;
use crate::finding::Finding;
use crate::money::{Coin, Diamond, Usdt};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Tiers, and the rights without one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vip {
    /// The rights of a player without a tier (row 0 of the table).
    pub free: Rights,
    pub tiers: Vec<Tier>,
    /// Time between two claims.
    pub claim_gap_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tier {
    /// The tier; 0 is not used: it means no tier.
    pub vip_id: u8,
    /// A higher rank runs first and pauses the lower ones.
    pub rank: u8,
    pub name: Text,
    /// May be bought.
    pub on_sale: bool,
    /// Price of the days, in USDT or coupons.
    pub price: Usdt,
    /// Days for the price.
    pub days: u32,
    /// Bought coins of a claim.
    pub coins: Coin,
    pub claims_per_day: u32,
    /// A claim needs fewer coins than this.
    pub floor: Coin,
    /// Diamonds of a claim.
    pub diamonds: Diamond,
    /// What the tier allows elsewhere.
    pub rights: Rights,
}

/// Withdrawal rights; the exchange of a day is counted from them too (domain §3.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rights {
    pub withdrawals_per_day: u32,
    pub usdt_per_day: Usdt,
    /// Fee in parts per million.
    pub fee_ppm: u32,
    /// Fee at least.
    pub fee_min: Usdt,
}

/// Most tiers a document may hold; it bounds the size of a player's state (ASSUMED).
pub const TIERS_MAX: usize = 20;

/// Id, name, price in USDT, coins of a claim and claims a day, floor, diamonds of a claim; withdrawals a day, USDT a
/// day and fee in parts per million.
type Row = (
    u8,
    (&'static str, &'static str),
    i64,
    (i64, u32),
    i64,
    i64,
    (u32, i64, u32),
);

#[rustfmt::skip]
const STANDARD: [Row; 5] = [
    (1, ("Bronze", "青铜"), 5, (1_000, 1), 2_000, 1, (1, 50, 15_000)),
    (2, ("Silver", "白银"), 20, (2_500, 2), 5_000, 1, (2, 200, 10_000)),
    (3, ("Gold", "黄金"), 50, (6_500, 2), 10_000, 2, (2, 500, 8_000)),
    (4, ("Platinum", "铂金"), 100, (8_500, 3), 20_000, 2, (3, 1_000, 5_000)),
    (5, ("Diamond", "钻石"), 300, (24_000, 3), 50_000, 3, (5, 3_000, 0)),
];

impl Vip {
    /// The table of domain §3.4.
    pub fn standard() -> Vip {
        let usdt = |whole: i64| Usdt::from_minor(whole * 1_000_000);
        let rights = |(withdrawals_per_day, whole, fee_ppm)| Rights {
            withdrawals_per_day,
            usdt_per_day: usdt(whole),
            fee_ppm,
            fee_min: Usdt::from_minor(500_000),
        };
        let tier = |(vip_id, (en, zh), price, (coins, claims_per_day), floor, diamonds, allowed): Row| Tier {
            vip_id,
            rank: vip_id,
            name: Text::new(en, zh),
            on_sale: true,
            price: usdt(price),
            days: 30,
            coins: Coin::from_minor(coins),
            claims_per_day,
            floor: Coin::from_minor(floor),
            diamonds: Diamond::from_minor(diamonds),
            rights: rights(allowed),
        };
        Vip {
            free: rights((1, 20, 20_000)),
            tiers: STANDARD.map(tier).to_vec(),
            claim_gap_ms: 4 * crate::time::HOUR_MS,
        }
    }

    pub fn tier(&self, vip_id: u8) -> Option<&Tier> {
        self.tiers.iter().find(|tier| tier.vip_id == vip_id)
    }

    /// What `tier` allows; `None` is a player without a tier.
    pub fn rights(&self, tier: Option<u8>) -> &Rights {
        tier.and_then(|vip_id| self.tier(vip_id))
            .map_or(&self.free, |tier| &tier.rights)
    }

    pub(super) fn check(&self) -> Result<(), Finding> {
        let distinct = |number: fn(&Tier) -> u8| self.tiers.iter().map(number).collect::<BTreeSet<u8>>().len();
        let count = self.tiers.len();
        self.tiers.iter().try_for_each(Tier::check)?;
        self.free.check()?;
        all(&[
            (count <= TIERS_MAX, "tiers_max", "there are at most 20 VIP tiers"),
            (
                distinct(|tier| tier.vip_id) == count && distinct(|tier| tier.rank) == count,
                "tier_id_twice",
                "every VIP tier has its own id and rank",
            ),
            (
                (0..=crate::time::DAY_MS).contains(&self.claim_gap_ms),
                "claim_gap_range",
                "claim_gap_ms is up to a day",
            ),
        ])
    }

    /// A tier that was published stays, on the terms it was published with or on better ones.
    pub(super) fn check_after(&self, before: &Vip) -> Result<(), Finding> {
        let kept = |sold: &Tier| self.tier(sold.vip_id).is_some_and(|tier| tier.terms() == sold.terms());
        all(&[
            (
                before.tiers.iter().all(kept),
                "tier_kept",
                "days of a VIP tier may have been sold: publish a new tier and take the old one off sale",
            ),
            (
                before.tiers.is_empty() || self.claim_gap_ms <= before.claim_gap_ms,
                "claim_gap_kept",
                "claim_gap_ms may only fall: days of a VIP tier may have been sold with it",
            ),
        ])?;
        let mut pairs = before
            .tiers
            .iter()
            .filter_map(|sold| self.tier(sold.vip_id).map(|tier| (sold, tier)));
        pairs.try_for_each(|(sold, tier)| tier.check_no_worse(sold))
    }
}

impl Tier {
    /// Claims that the days of one purchase allow.
    pub fn claims(&self) -> u32 {
        self.claims_per_day * self.days
    }

    /// The most that one purchase gives in bought coins.
    pub fn worth(&self) -> Coin {
        Coin::from_minor(self.coins.minor() * i64::from(self.claims()))
    }

    /// The days that were sold are worth what they were sold for: with a lower floor nothing of them could be claimed,
    /// and with lower rights the winnings could not be taken out.
    fn check_no_worse(&self, sold: &Tier) -> Result<(), Finding> {
        let (now, then) = (&self.rights, &sold.rights);
        let worse = [
            ("floor", self.floor < sold.floor),
            (
                "withdrawals_per_day",
                now.withdrawals_per_day < then.withdrawals_per_day,
            ),
            ("usdt_per_day", now.usdt_per_day < then.usdt_per_day),
            ("fee_ppm", now.fee_ppm > then.fee_ppm),
            ("fee_min", now.fee_min > then.fee_min),
        ];
        let Some((field, _)) = worse.into_iter().find(|(_, is_worse)| *is_worse) else {
            return Ok(());
        };
        let tier = self.vip_id;
        let text = format!("days of VIP tier {tier} may have been sold: its {field} may not become worse");
        Err(Finding::new("tier_worse", text).with("tier", tier).with("field", field))
    }

    fn terms(&self) -> (u8, Usdt, u32, Coin, u32, Diamond) {
        let Tier {
            rank,
            price,
            days,
            coins,
            claims_per_day,
            diamonds,
            ..
        } = self;
        (*rank, *price, *days, *coins, *claims_per_day, *diamonds)
    }

    fn check(&self) -> Result<(), Finding> {
        let bounded = (1..=366).contains(&self.days)
            && self.claims_per_day <= 24
            && (0..=1_000_000).contains(&self.coins.minor())
            && (0..=1_000).contains(&self.diamonds.minor())
            && (1..=100_000_000_000).contains(&self.price.minor())
            && self.floor >= Coin::ZERO;
        all(&[
            (self.vip_id > 0, "tier_zero", "VIP tier 0 means no tier"),
            (
                self.name.is_complete(),
                "tier_texts",
                "a VIP tier has a name in both languages",
            ),
            (
                bounded,
                "tier_range",
                "a VIP tier has a price, 1 to 366 days, up to 24 claims a day and 1,000,000 coins a claim",
            ),
        ])?;
        // domain §3.4: coins × claims × days <= 80 % of price × 10,000.
        let worth = i128::from(self.worth().at_parity().at_parity().minor());
        let within = worth * 100 <= i128::from(self.price.minor()) * 80;
        all(&[(
            within,
            "tier_worth",
            "a VIP tier gives more than 80 % of its price in coins",
        )])?;
        self.rights.check()
    }
}

impl Rights {
    fn check(&self) -> Result<(), Finding> {
        all(&[
            (
                self.usdt_per_day >= Usdt::ZERO && self.usdt_per_day <= Usdt::from_minor(1_000_000_000_000),
                "usdt_per_day_range",
                "usdt_per_day is 0 to 1,000,000 USDT",
            ),
            (
                self.fee_ppm <= 1_000_000 && self.fee_min >= Usdt::ZERO,
                "fee_range",
                "a withdrawal fee is up to the whole amount and not negative",
            ),
        ])
    }
}

#[cfg(test)]
mod tests;
