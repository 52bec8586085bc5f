//! Buying VIP days (domain §3.4): with coupons, or with USDT when asked.
//!
//! Too few coupons require a top-up (5002); too little USDT is
//! an insufficient balance (5001), because a top-up does not credit that purse.

use super::super::gate::Gate;
use super::super::{DomainEvent, Event, Player, Rule};
use super::{Pass, Run, Vip, VipExpired, expire::lapsed};
use crate::config::vip::Tier;
use crate::ids::PlayerId;
use crate::money::Usdt;
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// What pays for VIP days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PayWith {
    /// Coupons, the default.
    #[default]
    Coupon,
    /// USDT, on request.
    Usdt,
    /// No extra payment: a shop item includes the days.
    Item,
}

/// Buys the days of a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActivateVip {
    pub vip_id: u8,
    pub pay_with: PayWith,
}

/// Days of a tier were added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VipActivated {
    pub vip_id: u8,
    /// Its rank: the higher is active first.
    pub rank: u8,
    /// The amount paid; zero when a shop item includes the days.
    pub price: Usdt,
    pub asset: PayWith,
    pub days: u32,
    /// Claims these days allow.
    pub claims: u32,
    /// When these days begin, in the current state.
    pub from: Timestamp,
    /// When they end, in the current state.
    pub to: Timestamp,
    /// Version of the configuration in force.
    pub config_version: u64,
    pub at: Timestamp,
}

impl Rule for ActivateVip {
    fn gate(&self) -> Gate {
        Gate::Spend("vip")
    }

    /// Order of checks: tier, means of payment, money.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let tier = context.config.vip.tier(self.vip_id).filter(|tier| tier.on_sale);
        let tier = tier.ok_or(Refusal::VipNotFound)?;
        match self.pay_with {
            PayWith::Coupon => {
                let missing = tier.price - player.wallet.coupons().as_usdt();
                if missing > Usdt::ZERO {
                    let missing = missing.to_string();
                    return Err(Refusal::TopUpRequired { missing });
                }
            }
            PayWith::Usdt if tier.price > player.wallet.usdt() => return Err(Refusal::InsufficientBalance),
            PayWith::Usdt => {}
            PayWith::Item => {
                let field = "pay_with".into();
                return Err(Refusal::InvalidField { field });
            }
        }
        Ok(Decision {
            events: grant(&player.vip, tier, tier.price, self.pay_with, context),
            claims: Vec::new(),
        })
    }
}

/// The events that add the days of `tier`, after the expiry of passes that ended before.
pub(in super::super) fn grant(vip: &Vip, tier: &Tier, price: Usdt, asset: PayWith, context: &Context) -> Vec<Event> {
    let expired = lapsed(vip, context.now);
    let mut after = vip.clone();
    expired.iter().for_each(|expired| after.expire(expired));
    after.settle(context.now);
    after.add(Pass::of(tier));
    let length_ms = i64::from(tier.days) * DAY_MS;
    let to = after.runs().find(|run| run.vip_id == tier.vip_id);
    let to = to.map_or(context.now.plus_ms(length_ms), |run: Run| run.to);
    let activated = VipActivated {
        vip_id: tier.vip_id,
        rank: tier.rank,
        price,
        asset,
        days: tier.days,
        claims: tier.claims(),
        from: to.plus_ms(-length_ms),
        to,
        config_version: context.config.version,
        at: context.now,
    };
    let expired = expired.into_iter().map(Event::from);
    expired.chain([activated.into()]).collect()
}

impl Pass {
    fn of(tier: &Tier) -> Pass {
        Pass {
            vip_id: tier.vip_id,
            rank: tier.rank,
            left_ms: i64::from(tier.days) * DAY_MS,
            claims_left: tier.claims(),
        }
    }
}

impl Vip {
    pub(super) fn expire(&mut self, expired: &VipExpired) {
        self.settle(expired.at);
        self.passes.retain(|pass| pass.vip_id != expired.vip_id);
    }
}

impl DomainEvent for VipActivated {
    fn evolve(&self, player: &mut Player) {
        player.vip.settle(self.at);
        player.vip.add(Pass {
            vip_id: self.vip_id,
            rank: self.rank,
            left_ms: i64::from(self.days) * DAY_MS,
            claims_left: self.claims,
        });
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = |purse| Account::Player(player, purse);
        let reserve = Account::House(House::UsdtReserve);
        match self.asset {
            PayWith::Coupon => Postings::NONE
                .coupon(
                    purse(Purse::Coupon),
                    Account::House(House::CouponSink),
                    self.price.as_coupons(),
                )
                .usdt(Account::House(House::UsdtCustomer), reserve, self.price),
            PayWith::Usdt => Postings::NONE.usdt(purse(Purse::Usdt), reserve, self.price),
            PayWith::Item => Postings::NONE,
        }
    }
}

#[cfg(test)]
mod tests;
