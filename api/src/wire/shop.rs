//! The shop (domain §3.6, api §4).

use super::body::body;
use super::said::{Said, Spoken};
use super::wallet::Asset;
use domain::config::shop::{self, Per};
use domain::player::Player;
use domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

body! {
    /// Asks for what is on sale.
    ShopListBody(ts, token) {}
}

/// The time a purchase limit counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ItemPer {
    /// For ever.
    Life,
    /// A UTC day.
    Day,
    /// A UTC week from Monday.
    Week,
}

/// How many pieces one player may buy.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
pub struct ItemLimit {
    /// How many.
    pub n: u32,
    /// In which time.
    pub per: ItemPer,
}

impl From<shop::Limit> for ItemLimit {
    fn from(limit: shop::Limit) -> ItemLimit {
        let per = match limit.per {
            Per::Life => ItemPer::Life,
            Per::Day => ItemPer::Day,
            Per::Week => ItemPer::Week,
        };
        ItemLimit { n: limit.n, per }
    }
}

/// An item as it stands for the player.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Item {
    /// The item.
    pub item_id: String,
    /// Its name in the language of the call.
    #[schema(value_type = String)]
    pub title: Said,
    /// Price of one in coupons, 6 decimals.
    pub price: String,
    /// Bought coins.
    pub coin_paid: i64,
    /// Promo coins on top.
    pub coin_promo: i64,
    /// Diamonds.
    pub diamond: i64,
    /// Days of this tier come with it.
    #[schema(required)]
    pub vip_id: Option<u8>,
    /// Pieces the player bought in the limit's time; 0 without a limit.
    pub bought: u32,
    /// How many one player may buy.
    #[schema(required)]
    pub limit: Option<ItemLimit>,
    /// Pieces left for everybody; null when there is no end of them.
    #[schema(required)]
    pub stock: Option<i64>,
    /// Only as a player's first purchase, and one of it.
    pub first_buy: bool,
}

impl Item {
    /// An item as it stands for the player, with the pieces left where they are limited.
    pub fn of(item: &shop::Item, player: &Player, stock: Option<i64>, now: Timestamp) -> Item {
        let counts = &player.shop.counts;
        let bought = |limit: shop::Limit| counts.bought(&item.item_id, limit.per, now.day());
        Item {
            item_id: item.item_id.clone(),
            title: (&item.title).into(),
            price: item.price.to_string(),
            coin_paid: item.coin_paid.minor(),
            coin_promo: item.coin_promo.minor(),
            diamond: item.diamond.minor(),
            vip_id: item.vip_id,
            bought: item.limit.map_or(0, bought),
            limit: item.limit.map(ItemLimit::from),
            stock,
            first_buy: item.first_buy,
        }
    }
}

/// What is on sale.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ShopListData {
    /// The items, in the order they are shown.
    pub list: Vec<Item>,
}

body! {
    /// Buys pieces of an item.
    ShopBuyBody(ts, token, req_id) {
        /// The item.
        item_id: String,
        /// The price of one that the player was shown, 6 decimals.
        price: String,
        /// Pieces.
        count: u32,
    }
}

/// The purchase.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ShopBuyData {
    /// The item as it stands now.
    pub item: Item,
    /// Balances afterwards.
    pub asset: Asset,
}

impl Spoken for Item {
    fn texts(&mut self) -> Vec<&mut Said> {
        vec![&mut self.title]
    }
}

impl Spoken for ShopBuyData {
    fn texts(&mut self) -> Vec<&mut Said> {
        self.item.texts()
    }
}
