//! Coupons: what the player holds, how they come and where they went (domain §3.5, api §4).

use super::body::body;
use super::topup::Order;
use domain::config::Config;
use domain::player::Player;
use domain::time::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

body! {
    /// Asks how coupons come.
    CouponInfoBody(ts, token, min_position?) {}
}

/// What the player's own deposit limits leave, USDT with 6 decimals; null without a limit.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DepositLeft {
    /// Of the UTC day.
    #[schema(required)]
    pub day: Option<String>,
    /// Of seven UTC days, today included.
    #[schema(required)]
    pub week: Option<String>,
    /// Of thirty UTC days, today included.
    #[schema(required)]
    pub month: Option<String>,
}

/// How coupons come.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CouponInfoData {
    /// Coupons the player holds, 6 decimals.
    pub coupon: String,
    /// Coupons for one USDT.
    pub rate: String,
    /// The smallest top-up, USDT with 6 decimals.
    pub min: String,
    /// The largest top-up, USDT with 6 decimals.
    pub max: String,
    /// Ways to pay that are open.
    pub channels: Vec<String>,
    /// Orders that wait for their payment, newest first.
    pub open: Vec<Order>,
    /// What the player's own limits leave.
    pub deposit_left: DepositLeft,
}

impl CouponInfoData {
    /// How coupons come to the player, with the orders under way.
    pub fn of(player: &Player, open: Vec<Order>, config: &Config, now: Timestamp) -> CouponInfoData {
        let own = player.limits.at(now);
        let left = |limit, days| player.deposit_left(limit, days, now).map(|left| left.to_string());
        let pay = &config.pay;
        let channels = pay.channels.iter().filter(|(_, is_open)| **is_open);
        CouponInfoData {
            coupon: player.wallet.coupons().to_string(),
            rate: "1".to_owned(),
            min: pay.topup_min.to_string(),
            max: pay.topup_max.to_string(),
            channels: channels.map(|(channel, _)| channel.clone()).collect(),
            open,
            deposit_left: DepositLeft {
                day: left(own.deposit_day, 1),
                week: left(own.deposit_week, 7),
                month: left(own.deposit_month, 30),
            },
        }
    }
}

body! {
    /// Asks where coupons came from and went to, newest first.
    CouponRecordsBody(ts, token) {
        /// `next_last_id` of the page before; empty for the newest.
        #[schema(nullable = false)]
        last_id: Option<String>,
        /// Lines, 1 to 50; 20 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 50)]
        size: Option<u32>,
    }
}

/// Where coupons came from or went to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CouponKind {
    /// A payment on the chain; `ref` is the order's number.
    Topup,
    /// USDT of the purse; `ref` is the event.
    FromUsdt,
    /// A purchase; `ref` is the item.
    Shop,
    /// Days of a tier; `ref` is the tier.
    Vip,
    /// Given back by staff, the money to whoever paid; `ref` is the order's number.
    Refund,
    /// That money could not be paid and the coupons are the player's again; `ref` is the order's number.
    RefundBack,
}

/// What a change is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordAsset {
    Coupon,
    Usdt,
}

/// One change of the coupons.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CouponRecord {
    /// The line.
    pub id: String,
    /// Where they came from or went to.
    pub kind: CouponKind,
    /// Of coupons, or of the USDT that paid for days of a tier.
    pub asset: RecordAsset,
    /// How many, signed, 6 decimals.
    pub amount: String,
    /// When, in milliseconds.
    pub at: i64,
    /// What it refers to.
    #[serde(rename = "ref")]
    pub reference: String,
}

/// A page of changes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CouponRecordsData {
    /// Newest first.
    pub list: Vec<CouponRecord>,
    /// Asks for the next page; empty after the last.
    pub next_last_id: String,
    /// Whether older lines exist.
    pub has_more: bool,
}
