//! Exchange of winnings, and the daily unlock of bonus tokens (domain §2.8, §3.7, api §4).

use super::body::body;
use super::wallet::Asset;
use domain::money::{Gusd, Usdt};
use domain::player::Player;
use domain::stream::Context;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

body! {
    /// Asks what can be exchanged and unlocked.
    ExchangeInfoBody(ts, token) {}
}

/// What becomes what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExchangePair {
    /// Free tokens become USDT.
    GusdUsdt,
    /// USDT become coupons.
    UsdtCoupon,
}

/// An exchange on offer; amounts are of what is given: tokens with 2 decimals, USDT with 6.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExchangeOffer {
    /// What becomes what.
    pub pair: ExchangePair,
    /// What one of it becomes.
    pub rate: String,
    /// The smallest amount.
    pub min: String,
    /// The day's cap; the balance where there is none.
    pub max_today: String,
    /// What is left of the cap; the balance where there is none.
    pub left_today: String,
}

/// A condition of the unlock.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UnlockGate {
    /// Its permanent name: `age`, `invite` or `identity_or_topup`.
    pub code: String,
    /// It holds.
    pub ok: bool,
}

/// The daily unlock; tokens with 2 decimals.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Unlock {
    /// Bonus tokens the player holds.
    pub bonus: String,
    /// What is left of the player's day.
    pub left_today: String,
    /// What is left of everybody's pool of the day.
    pub pool_left: String,
    /// The conditions, in the order in which they are checked.
    pub gate: Vec<UnlockGate>,
}

/// What can be exchanged and unlocked.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExchangeInfoData {
    /// The exchanges.
    pub pairs: Vec<ExchangeOffer>,
    /// The daily unlock.
    pub unlock: Unlock,
}

impl ExchangeInfoData {
    /// What is on offer for the player, with what the day's pool still holds.
    pub fn of(player: &Player, pool_left: Gusd, context: &Context) -> ExchangeInfoData {
        let (config, now) = (&context.config, context.now);
        let one = Gusd::from_minor(i64::from(config.product.token_factor) * 100);
        let gate = player.unlock_gate(config, now).into_iter().map(|item| UnlockGate {
            code: item.code.to_owned(),
            ok: item.missing.is_none(),
        });
        ExchangeInfoData {
            pairs: vec![
                ExchangeOffer {
                    pair: ExchangePair::GusdUsdt,
                    rate: per_token(one),
                    min: config.exchange.gusd_min.to_string(),
                    max_today: player.exchange_cap(config, now).at_parity().to_string(),
                    left_today: player.exchange_left(config, now).at_parity().to_string(),
                },
                ExchangeOffer {
                    pair: ExchangePair::UsdtCoupon,
                    rate: "1".to_owned(),
                    min: config.exchange.coupon_min.to_string(),
                    max_today: player.wallet.usdt().to_string(),
                    left_today: player.wallet.usdt().to_string(),
                },
            ],
            unlock: Unlock {
                bonus: player.wallet.gusd_bonus().to_string(),
                left_today: player.unlock_left(config, now).to_string(),
                pool_left: pool_left.to_string(),
                gate: gate.collect(),
            },
        }
    }
}

/// What one token becomes, when `one` of them are one USDT.
fn per_token(one: Gusd) -> String {
    let millionths = Usdt::from_minor(1_000_000).minor() * 100 / one.minor().max(1);
    super::rate(u32::try_from(millionths).unwrap_or_default())
}

body! {
    /// Exchanges an amount.
    ExchangeDoBody(ts, token, req_id) {
        /// What becomes what.
        pair: ExchangePair,
        /// How much of what is given: tokens with up to 2 decimals, USDT with up to 6.
        amount: String,
    }
}

/// The exchange.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExchangeDoData {
    /// What became what.
    pub pair: ExchangePair,
    /// What was given.
    pub paid: String,
    /// What was received.
    pub got: String,
    /// Balances afterwards.
    pub asset: Asset,
}

body! {
    /// Unlocks bonus tokens.
    ExchangeUnlockBody(ts, token, req_id) {
        /// How many: tokens with up to 2 decimals.
        amount: String,
    }
}

/// The unlock.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExchangeUnlockData {
    /// How many tokens became free, 2 decimals.
    pub unlocked: String,
    /// Balances afterwards.
    pub asset: Asset,
}

body! {
    /// Asks for exchanges, newest first.
    ExchangeRecordsBody(ts, token) {
        /// `next_last_id` of the page before; empty for the newest.
        #[schema(nullable = false)]
        last_id: Option<String>,
        /// Lines, 1 to 50; 20 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 50)]
        size: Option<u32>,
    }
}

/// One exchange.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExchangeRecord {
    /// The line.
    pub id: String,
    /// What became what.
    pub pair: ExchangePair,
    /// What was given.
    pub paid: String,
    /// What was received.
    pub got: String,
    /// When, in milliseconds.
    pub at: i64,
}

/// A page of exchanges.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExchangeRecordsData {
    /// Newest first.
    pub list: Vec<ExchangeRecord>,
    /// Asks for the next page; empty after the last.
    pub next_last_id: String,
    /// Whether older lines exist.
    pub has_more: bool,
}

#[cfg(test)]
mod tests;
