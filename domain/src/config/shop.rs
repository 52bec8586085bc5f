//! The shop's catalogue (domain §3.6).
//!
//! A coupon buys at most 10,000 bought coins, so that no item is a way to make
//! money. Days of a VIP tier that an item includes are counted with their price.

use super::checks::all;
use super::{Text, Vip};
use crate::finding::Finding;
use crate::money::{Coin, Coupon, Diamond};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What is on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shop {
    /// The items, in the order they are shown.
    pub items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// The item's permanent id: purchases are counted under it.
    pub item_id: String,
    pub title: Text,
    /// Price of one.
    pub price: Coupon,
    /// Bought coins.
    pub coin_paid: Coin,
    /// Promo coins on top.
    pub coin_promo: Coin,
    pub diamond: Diamond,
    /// Days of this VIP tier.
    pub vip_id: Option<u8>,
    /// How many one player may buy.
    pub limit: Option<Limit>,
    /// How many there are for everybody; taken from the item's stock.
    pub stock: Option<u32>,
    /// Only as a player's first purchase, one piece.
    pub first_buy: bool,
    /// On sale from this moment.
    pub from: Option<Timestamp>,
    /// On sale until this moment.
    pub to: Option<Timestamp>,
}

/// A purchase limit of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    pub n: u32,
    /// The period.
    pub per: Per,
}

/// The period of a purchase limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// For ever.
    Life,
    /// A UTC day.
    Day,
    /// A UTC week from Monday.
    Week,
}

/// Most items of a catalogue; it bounds the size of a player's state (ASSUMED).
pub const ITEMS_MAX: usize = 200;

impl Shop {
    /// The start set of domain §3.6.
    pub fn standard() -> Shop {
        let item = |item_id: &str, title, price, coin_paid, coin_promo, diamond| Item {
            item_id: item_id.to_owned(),
            title,
            price: Coupon::from_minor(price),
            coin_paid: Coin::from_minor(coin_paid),
            coin_promo: Coin::from_minor(coin_promo),
            diamond: Diamond::from_minor(diamond),
            vip_id: None,
            limit: None,
            stock: None,
            first_buy: false,
            from: None,
            to: None,
        };
        let text = Text::new;
        let first = Item {
            first_buy: true,
            limit: Some(Limit { n: 1, per: Per::Life }),
            ..item("first_cast", text("First-cast pack", "首抛礼包"), 990_000, 9_900, 0, 20)
        };
        let diamonds = Item {
            limit: Some(Limit { n: 5, per: Per::Day }),
            ..item("diamonds_60", text("60 diamonds", "60 钻石"), 1_000_000, 0, 0, 60)
        };
        Shop {
            items: vec![
                first,
                item("coins_1", text("10,000 coins", "10,000 金币"), 1_000_000, 10_000, 0, 0),
                item(
                    "coins_5",
                    text("50,000 coins", "50,000 金币"),
                    5_000_000,
                    50_000,
                    1_000,
                    0,
                ),
                item(
                    "coins_10",
                    text("100,000 coins", "100,000 金币"),
                    10_000_000,
                    100_000,
                    3_000,
                    0,
                ),
                item(
                    "coins_50",
                    text("500,000 coins", "500,000 金币"),
                    50_000_000,
                    500_000,
                    20_000,
                    0,
                ),
                diamonds,
            ],
        }
    }

    pub fn item(&self, item_id: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.item_id == item_id)
    }

    pub(super) fn check(&self, vip: &Vip) -> Result<(), Finding> {
        let ids: BTreeSet<&String> = self.items.iter().map(|item| &item.item_id).collect();
        self.items.iter().try_for_each(|item| item.check(vip))?;
        all(&[
            (
                self.items.len() <= ITEMS_MAX,
                "items_max",
                "there are at most 200 shop items",
            ),
            (
                ids.len() == self.items.len(),
                "item_id_twice",
                "every shop item has its own id",
            ),
        ])
    }
}

impl Item {
    /// True while the item is offered.
    pub fn is_on_sale(&self, now: Timestamp) -> bool {
        self.from.is_none_or(|from| from <= now) && self.to.is_none_or(|to| now < to)
    }

    fn check(&self, vip: &Vip) -> Result<(), Finding> {
        let id = &self.item_id;
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte);
        let grants = [self.coin_paid.minor(), self.coin_promo.minor(), self.diamond.minor()];
        let tier = self.vip_id.map(|vip_id| vip.tier(vip_id).ok_or(()));
        let tier_price = tier.and_then(Result::ok).map_or(0, |tier| tier.price.minor());
        // domain §3.6: coin_paid <= 10,000 × price; a coin is a hundred micro-coupons.
        let worth = i128::from(self.coin_paid.minor()) * 100 + i128::from(tier_price);
        all(&[
            (
                (1..=40).contains(&id.len()) && id.bytes().all(plain),
                "item_id_form",
                "an item_id is 1 to 40 small letters, digits, _ and -",
            ),
            (
                self.title.is_complete(),
                "item_texts",
                "a shop item has a title in both languages",
            ),
            (
                (1..=100_000_000_000).contains(&self.price.minor()),
                "item_price_range",
                "a shop item costs up to 100,000 coupons",
            ),
            (
                grants.iter().all(|amount| (0..=10_000_000_000).contains(amount)),
                "item_grants_negative",
                "what a shop item gives is not negative",
            ),
            (
                tier != Some(Err(())),
                "item_tier",
                "a shop item includes a VIP tier that exists",
            ),
            (
                worth <= i128::from(self.price.minor()),
                "coupon_worth",
                "a coupon buys at most 10,000 coins",
            ),
            (
                self.limit.is_none_or(|limit| limit.n > 0) && self.stock != Some(0),
                "limit_or_stock",
                "a limit or a stock is at least one",
            ),
            (
                !matches!((self.from, self.to), (Some(from), Some(to)) if from >= to),
                "sale_ends",
                "a sale ends after it begins",
            ),
        ])
    }
}

#[cfg(test)]
mod tests;
