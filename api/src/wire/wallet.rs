//! Balances and their history.

use super::body::body;
use super::why::WalletWhy;
use domain::player::Player;
use domain::posting::Purse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a player holds (domain §1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Asset {
    /// All coins: paid and promo.
    pub coin: i64,
    /// Bought coins.
    pub coin_paid: i64,
    /// Given coins.
    pub coin_promo: i64,
    /// Diamonds.
    pub diamond: i64,
    /// Free tokens, 2 decimals.
    pub gusd: String,
    /// Locked tokens, 2 decimals.
    pub gusd_bonus: String,
    /// USDT, 6 decimals.
    pub usdt: String,
    /// USDT of withdrawals under way, 6 decimals.
    pub usdt_hold: String,
    /// Coupons, 6 decimals.
    pub coupon: String,
    /// Version of the player's stream; the client keeps the highest.
    pub ver: u64,
}

impl Asset {
    /// The balances of a player whose stream has `version` events.
    pub fn of(player: &Player, version: u64) -> Asset {
        let minor = |purse: Purse| player.wallet.minor(purse);
        let written = |purse: Purse| purse.asset().format(minor(purse));
        Asset {
            coin: player.wallet.coins().minor(),
            coin_paid: minor(Purse::CoinPaid),
            coin_promo: minor(Purse::CoinPromo),
            diamond: minor(Purse::Diamond),
            gusd: written(Purse::Gusd),
            gusd_bonus: written(Purse::GusdBonus),
            usdt: written(Purse::Usdt),
            usdt_hold: written(Purse::UsdtHold),
            coupon: written(Purse::Coupon),
            ver: version,
        }
    }
}

body! {
    /// Asks for the changes of the balances, newest first.
    WalletHistoryBody(ts, token) {
        /// Only this asset: coin, diamond, gusd, gusd_bonus, usdt, usdt_hold or coupon.
        #[schema(nullable = false)]
        asset: Option<String>,
        /// `next_last_id` of the page before; empty for the newest.
        #[schema(nullable = false)]
        last_id: Option<String>,
        /// Lines, 1 to 50; 20 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 50)]
        size: Option<u32>,
    }
}

/// One change of one balance.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WalletLine {
    /// The line.
    pub id: String,
    /// The asset, or the part of it that changed.
    pub asset: String,
    /// Signed change with the asset's decimals.
    pub delta: String,
    /// Balance afterwards.
    pub after: String,
    /// The event type that caused it.
    pub reason: String,
    /// What it refers to: the dive or the event.
    #[serde(rename = "ref")]
    pub reference: String,
    /// When, in milliseconds.
    pub at: i64,
    /// Why the amount is what it is.
    pub why: WalletWhy,
}

/// A page of changes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WalletHistoryData {
    /// Newest first.
    pub list: Vec<WalletLine>,
    /// Asks for the next page; empty after the last.
    pub next_last_id: String,
    /// Whether older lines exist.
    pub has_more: bool,
}
