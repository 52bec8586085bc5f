//! Shop purchases (domain §3.6): coupons become bought coins, promo coins, diamonds
//! and VIP days.
//!
//! The player's client sends the price it showed; a different price in force is refused (case
//! T-30). How often a player bought an item is counted per life, UTC day or UTC week,
//! and dropped when the period is over; lifetime counts are kept, so the state is
//! bounded by the number of limited items. A piece of a limited stock is taken first
//! (`stock.rs`) and used here once, under a key of the take.

mod counts;

pub use counts::Counts;

use super::gate::Gate;
use super::vip::{PayWith, grant};
use super::{DomainEvent, Event, Player, Rule};
use crate::config::shop::{Item, Limit, Per};
use crate::ids::{PlayerId, TakeId};
use crate::money::{Coin, Coupon, Diamond, Usdt};
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stock::used_once;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Most pieces of one purchase (ASSUMED).
const COUNT_MAX: u32 = 100;

/// Purchases, as far as limits need them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shop {
    /// True after the first purchase.
    pub has_bought: bool,
    /// Purchases of limited items.
    pub counts: Counts,
}

/// Buys pieces of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuyItem {
    pub item_id: String,
    /// The price of one that the player was shown.
    pub price: Coupon,
    /// Pieces.
    pub count: u32,
    /// The pieces taken from the item's stock, when it is limited.
    pub take: Option<TakeId>,
    /// The caller's request, which buys once: with a take of one item or without.
    pub request: Option<Uuid>,
}

/// An item was bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopPurchased {
    pub item_id: String,
    /// Pieces.
    pub count: u32,
    /// Price of one.
    pub price: Coupon,
    /// What was paid.
    pub paid: Coupon,
    /// Bought coins.
    pub coin_paid: Coin,
    /// Promo coins on top.
    pub coin_promo: Coin,
    pub diamond: Diamond,
    /// The period of its limit; `None` without a limit.
    pub per: Option<Per>,
    /// The pieces taken from the item's stock.
    pub take: Option<TakeId>,
    /// Version of the configuration in force.
    pub config_version: u64,
    pub at: Timestamp,
}

impl Rule for BuyItem {
    fn gate(&self) -> Gate {
        Gate::Spend("shop")
    }

    /// Order of checks: on sale, price, count, limits, stock, money.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let item = context.config.shop.item(&self.item_id);
        let item = item
            .filter(|item| item.is_on_sale(context.now))
            .ok_or(Refusal::ItemNotOnSale)?;
        if self.price != item.price {
            let price = item.price.to_string();
            return Err(Refusal::PriceChanged { price });
        }
        // VIP days are bought one purchase at a time.
        let count_max = if item.vip_id.is_some() { 1 } else { COUNT_MAX };
        if !(1..=count_max).contains(&self.count) {
            return Err(Refusal::InvalidField { field: "count".into() });
        }
        self.check_limits(item, player, context.now)?;
        if item.stock.is_some() != self.take.is_some() {
            return Err(Refusal::SoldOut);
        }
        let purchased = self.of(item, context);
        check_money(player, purchased.paid)?;
        let take = purchased.take;
        let mut decision = Decision::from(Event::from(purchased));
        if let Some(tier) = item.vip_id.and_then(|vip_id| context.config.vip.tier(vip_id)) {
            let days = grant(&player.vip, tier, Usdt::ZERO, PayWith::Item, context);
            decision.events.extend(days);
        }
        Ok(used_once(decision, take, self.request))
    }
}

impl BuyItem {
    fn check_limits(&self, item: &Item, player: &Player, now: Timestamp) -> Result<(), Refusal> {
        if item.first_buy && (player.shop.has_bought || self.count > 1) {
            return Err(Refusal::MaximumCountReached);
        }
        let passes = |limit: Limit| {
            let bought = player.shop.counts.bought(&self.item_id, limit.per, now.day());
            bought.saturating_add(self.count) <= limit.n
        };
        match item.limit {
            Some(limit) if !passes(limit) => Err(Refusal::MaximumCountReached),
            _ => Ok(()),
        }
    }

    /// What the purchase gives: everything of one piece, times the pieces.
    fn of(&self, item: &Item, context: &Context) -> ShopPurchased {
        let times = |minor: i64| minor.checked_mul(i64::from(self.count)).expect("purchase overflow");
        ShopPurchased {
            item_id: self.item_id.clone(),
            count: self.count,
            price: item.price,
            paid: Coupon::from_minor(times(item.price.minor())),
            coin_paid: Coin::from_minor(times(item.coin_paid.minor())),
            coin_promo: Coin::from_minor(times(item.coin_promo.minor())),
            diamond: Diamond::from_minor(times(item.diamond.minor())),
            per: item.limit.map(|limit| limit.per),
            take: self.take,
            config_version: context.config.version,
            at: context.now,
        }
    }
}

/// 2005 when the player's USDT could be converted, 5002 when only a top-up helps.
fn check_money(player: &Player, price: Coupon) -> Result<(), Refusal> {
    let missing = price.as_usdt() - player.wallet.coupons().as_usdt();
    if missing <= Usdt::ZERO {
        return Ok(());
    }
    if missing <= player.wallet.usdt() {
        return Err(Refusal::NotEnoughCoupons);
    }
    let missing = missing.to_string();
    Err(Refusal::TopUpRequired { missing })
}

impl DomainEvent for ShopPurchased {
    fn evolve(&self, player: &mut Player) {
        let shop = &mut player.shop;
        shop.has_bought = true;
        shop.counts.add(&self.item_id, self.per, self.count, self.at.day());
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let (purse, house) = (|purse| Account::Player(player, purse), Account::House);
        Postings::NONE
            .coupon(purse(Purse::Coupon), house(House::CouponSink), self.paid)
            .usdt(
                house(House::UsdtCustomer),
                house(House::UsdtReserve),
                self.paid.as_usdt(),
            )
            .coin(house(House::CoinIssueShop), purse(Purse::CoinPaid), self.coin_paid)
            .coin(
                house(House::CoinIssueShopExtra),
                purse(Purse::CoinPromo),
                self.coin_promo,
            )
            .diamond(house(House::DiamondIssueShop), purse(Purse::Diamond), self.diamond)
    }
}

#[cfg(test)]
mod tests;
