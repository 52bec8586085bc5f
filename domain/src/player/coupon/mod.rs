//! Coupons (domain §1, domain §3.5): made of USDT one to one, on the chain or in the
//! player's purse, and never converted back except by staff (domain §10.9).
//!
//! | file | command |
//! |---|---|
//! | this | USDT becomes coupons |
//! | `topup` | an order is opened, closed and credited |
//! | `lots` | what is left of each payment |
//! | `refund` | staff refund unspent ones |
//!
//! Spending is in the feature that is bought: VIP days and shop items.

mod lots;
mod refund;
mod topup;

pub use lots::{Lot, Lots, Paid, PaidBy};
pub use refund::{CouponRefunded, RefundCoupons, Refundable};
pub use topup::{CloseTopUp, CreditTopUp, OpenAssigned, OpenOrder, OpenTopUp, TopUpClosed, TopUpCredited, TopUpOpened};

use super::gate::Gate;
use super::{DomainEvent, Event, Player, Rule};
use crate::ids::PlayerId;
use crate::money::Usdt;
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Open orders and what the unspent coupons are made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coupons {
    /// Orders that wait for their payment; the configuration bounds how many.
    orders: Vec<OpenOrder>,
    /// Orders that ended without a payment before their time; a payment may still come until then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cancelled: Vec<OpenOrder>,
    /// What is left of the last payments.
    pub lots: Lots,
    /// Everything ever topped up, less what was refunded.
    pub topped_up: Usdt,
}

/// Turns USDT of the purse into coupons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuyCoupons {
    pub amount: Usdt,
}

/// USDT became coupons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CouponBought {
    /// The amount; the same number of coupons.
    pub usdt: Usdt,
    pub at: Timestamp,
}

impl Rule for BuyCoupons {
    fn gate(&self) -> Gate {
        Gate::Spend("exchange")
    }

    /// Order of checks: amount, minimum, money.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if self.amount <= Usdt::ZERO {
            return Err(Refusal::InvalidAmount);
        }
        let min = context.config.exchange.coupon_min;
        if self.amount < min {
            return Err(Refusal::BelowMinimum { min: min.to_string() });
        }
        if self.amount > player.wallet.usdt() {
            return Err(Refusal::InsufficientUsdt);
        }
        Ok(Event::from(CouponBought {
            usdt: self.amount,
            at: context.now,
        })
        .into())
    }
}

impl DomainEvent for CouponBought {
    fn evolve(&self, player: &mut Player) {
        player.coupon.lots.add(self.usdt.as_coupons());
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = |purse| Account::Player(player, purse);
        Postings::NONE
            .usdt(purse(Purse::Usdt), Account::House(House::UsdtCustomer), self.usdt)
            .coupon(
                Account::House(House::CouponIssue),
                purse(Purse::Coupon),
                self.usdt.as_coupons(),
            )
    }
}

#[cfg(test)]
mod tests;
