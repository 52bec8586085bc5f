//! VIP tiers: what they cost and give, and what the player holds of them (domain §3.4, api §4).

use super::body::body;
use super::rate;
use super::said::{Said, Spoken};
use super::wallet::Asset;
use domain::config::vip::Tier;
use domain::player::vip::{ClaimVip, PayWith, Run};
use domain::player::{Command, Player};
use domain::stream::{Context, Stream};
use domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

body! {
    /// Asks for the tiers.
    VipInfoBody(ts, token) {}
}

/// A tier as it stands for the player.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Vip {
    /// The tier.
    pub vip_id: u8,
    /// Its name in the language of the call.
    #[schema(value_type = String)]
    pub name: Said,
    /// Price of the days in coupons or USDT, 6 decimals.
    pub price: String,
    /// Days for the price.
    pub days: u32,
    /// Bought coins of a claim.
    pub coins: i64,
    /// Claims a day.
    pub daily_count: u32,
    /// A claim needs fewer coins than this.
    pub floor: i64,
    /// Diamonds of a claim.
    pub diamonds: i64,
    /// Withdrawals a day.
    pub wd_count: u32,
    /// USDT of withdrawals a day, 6 decimals.
    pub wd_limit: String,
    /// Withdrawal fee as a share: `0.015` is 1.5 %.
    pub fee_rate: String,
    /// Withdrawal fee at least, 6 decimals.
    pub fee_min: String,
    /// Its days run now.
    pub active: bool,
    /// When its days end, as things stand, in milliseconds; null without days.
    #[schema(required)]
    pub expires_at: Option<i64>,
    /// Claims made today, while its days run.
    pub claimed_today: u32,
    /// When the next claim may be made, while its days run; null when time does not stand against it.
    #[schema(required)]
    pub next_claim_at: Option<i64>,
    /// A claim would be accepted now.
    pub can_receive: bool,
}

impl Vip {
    /// A tier as it stands for the player.
    pub fn of(tier: &Tier, player: &Player, context: &Context) -> Vip {
        let (vip_id, now) = (tier.vip_id, context.now);
        let active = player.vip.tier(now) == Some(vip_id);
        let claimed_today = if active { player.vip.claimed_on(now.day()) } else { 0 };
        let claim = Command::from(ClaimVip { vip_id });
        Vip {
            vip_id,
            name: (&tier.name).into(),
            price: tier.price.to_string(),
            days: tier.days,
            coins: tier.coins.minor(),
            daily_count: tier.claims_per_day,
            floor: tier.floor.minor(),
            diamonds: tier.diamonds.minor(),
            wd_count: tier.rights.withdrawals_per_day,
            wd_limit: tier.rights.usdt_per_day.to_string(),
            fee_rate: rate(tier.rights.fee_ppm),
            fee_min: tier.rights.fee_min.to_string(),
            active,
            expires_at: held(player, vip_id, now).map(|run| run.to.0),
            claimed_today,
            next_claim_at: active.then(|| next_claim_at(tier, player, context)).flatten(),
            can_receive: player.decide(&claim, context).is_ok(),
        }
    }
}

/// The days of a tier that are left, running or waiting.
fn held(player: &Player, vip_id: u8, now: Timestamp) -> Option<Run> {
    let mut runs = player.vip.runs();
    runs.find(|run| run.vip_id == vip_id && now < run.to)
}

/// The later of the pause between claims and, once the day's claims are made, the next day.
fn next_claim_at(tier: &Tier, player: &Player, context: &Context) -> Option<i64> {
    let today = context.now.day();
    let pause = player.vip.next_claim_at(context.config.vip.claim_gap_ms);
    let used_up = player.vip.claimed_on(today) >= tier.claims_per_day;
    let day = used_up.then(|| today.next().start());
    let at = pause.max(day).filter(|at| context.now < *at);
    at.map(|at| at.0)
}

/// The free daily coins, which everybody has without a tier.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VipFree {
    /// Promo coins of a claim.
    pub coins: i64,
    /// A claim needs fewer coins than this.
    pub floor: i64,
    /// Claims a day.
    pub daily_count: u32,
    /// Claims made today.
    pub claimed_today: u32,
    /// A friend has to be invited first.
    pub need_invite: bool,
}

/// The tiers as they stand.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VipInfoData {
    /// The tier that runs; 0 is none.
    pub current: u8,
    /// When its days end, in milliseconds.
    #[schema(required)]
    pub expires_at: Option<i64>,
    /// The tiers on sale and those the player holds days of, lowest first.
    pub list: Vec<Vip>,
    /// Without a tier.
    pub free: VipFree,
}

impl VipInfoData {
    /// The tiers as they stand for the player.
    pub fn of(player: &Player, context: &Context) -> VipInfoData {
        let (now, coins) = (context.now, &context.config.coins);
        let mut tiers: Vec<&Tier> = context.config.vip.tiers.iter().collect();
        tiers.sort_by_key(|tier| tier.rank);
        let shown = |tier: &&Tier| tier.on_sale || held(player, tier.vip_id, now).is_some();
        let active = player.vip.active(now);
        VipInfoData {
            current: active.map_or(0, |run| run.vip_id),
            expires_at: active.map(|run| run.to.0),
            list: tiers
                .into_iter()
                .filter(shown)
                .map(|tier| Vip::of(tier, player, context))
                .collect(),
            free: VipFree {
                coins: coins.free_amount.minor(),
                floor: coins.free_floor.minor(),
                // domain §10.9: once a day.
                daily_count: 1,
                claimed_today: u32::from(player.free_coin.claimed_on >= Some(now.day())),
                need_invite: player.team.valid_invites < coins.free_valid_invites,
            },
        }
    }
}

/// What pays for VIP days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VipPayWith {
    /// Coupons: the usual way.
    Coupon,
    /// USDT.
    Usdt,
}

impl From<VipPayWith> for PayWith {
    fn from(pay_with: VipPayWith) -> PayWith {
        match pay_with {
            VipPayWith::Coupon => PayWith::Coupon,
            VipPayWith::Usdt => PayWith::Usdt,
        }
    }
}

body! {
    /// Buys the days of a tier.
    VipActivateBody(ts, token, req_id?) {
        /// The tier.
        vip_id: u8,
        /// What pays; coupons when absent.
        #[schema(nullable = false)]
        pay_with: Option<VipPayWith>,
    }
}

/// The days were bought.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct VipActivateData {
    /// The tier as it stands now.
    pub vip: Vip,
    /// Balances afterwards.
    pub asset: Asset,
}

body! {
    /// Claims the coins of the running tier.
    VipReceiveBody(ts, token, req_id?) {
        /// The tier the player sees running.
        vip_id: u8,
    }
}

/// The claim.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct VipReceiveData {
    /// The tier as it stands now.
    pub vip: Vip,
    /// Bought coins received.
    pub coins: i64,
    /// Diamonds received.
    pub diamonds: i64,
    /// Balances afterwards.
    pub asset: Asset,
}

impl Spoken for VipInfoData {
    fn texts(&mut self) -> Vec<&mut Said> {
        self.list.iter_mut().map(|vip| &mut vip.name).collect()
    }
}

impl Spoken for VipActivateData {
    fn texts(&mut self) -> Vec<&mut Said> {
        vec![&mut self.vip.name]
    }
}

impl Spoken for VipReceiveData {
    fn texts(&mut self) -> Vec<&mut Said> {
        vec![&mut self.vip.name]
    }
}
