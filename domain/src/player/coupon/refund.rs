//! Refund of unspent coupons: staff, two people, within 14 days of the top-up
//! (domain §1, domain §6). The money returns to the paying address.
//!
//! Only unspent coupons of the named top-up can be refunded: coupons made of
//! winnings are never refunded, so that this does not bypass a withdrawal.

use super::super::{DomainEvent, Event, Player, Rule};
use crate::ids::PlayerId;
use crate::money::Coupon;
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// Refunds coupons of a top-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundCoupons {
    /// Of which order.
    pub order_no: String,
    pub amount: Coupon,
    /// The case it belongs to.
    pub case_id: String,
    pub proposer: String,
    /// Who approved: another person.
    pub approver: String,
}

/// Coupons of a top-up were refunded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CouponRefunded {
    /// Of which order.
    pub order_no: String,
    pub amount: Coupon,
    /// The case it belongs to.
    pub case_id: String,
    pub proposer: String,
    pub approver: String,
    /// When the top-up was credited.
    pub credited_at: Timestamp,
    pub at: Timestamp,
}

impl Rule for RefundCoupons {
    /// Order of checks: people, case, amount, order, time, what is unspent.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if self.proposer == self.approver {
            return Err(Refusal::OtherPersonMustApprove);
        }
        if self.case_id.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        if self.amount <= Coupon::ZERO {
            return Err(Refusal::InvalidAmount);
        }
        let lots = &player.coupon.lots;
        let lot = lots.of_order(&self.order_no).ok_or(Refusal::OrderNotFound)?;
        if context.now.since(lot.at) > context.config.pay.refund_days * DAY_MS {
            return Err(Refusal::Expired);
        }
        if self.amount > lots.unspent(&self.order_no, player.wallet.coupons()) {
            return Err(Refusal::NotEnoughCoupons);
        }
        Ok(Event::from(CouponRefunded {
            order_no: self.order_no.clone(),
            amount: self.amount,
            case_id: self.case_id.clone(),
            proposer: self.proposer.clone(),
            approver: self.approver.clone(),
            credited_at: lot.at,
            at: context.now,
        })
        .into())
    }
}

impl DomainEvent for CouponRefunded {
    fn evolve(&self, player: &mut Player) {
        player.coupon.lots.give_back(&self.order_no, self.amount);
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let [issue, customer, clearing, custody] = [
            House::CouponIssue,
            House::UsdtCustomer,
            House::UsdtClearing,
            House::UsdtCustody,
        ]
        .map(Account::House);
        Postings::NONE
            .coupon(Account::Player(player, Purse::Coupon), issue, self.amount)
            .usdt(customer, clearing, self.amount.as_usdt())
            .usdt(clearing, custody, self.amount.as_usdt())
    }
}

#[cfg(test)]
mod tests;
