//! Refund of unspent coupons: staff, two people, within 14 days of the top-up
//! (domain §1, domain §3.5). The money returns to the paying address.
//!
//! A refund names one payment of an order: its sender is paid, at most what is unspent of its coupons, within its own
//! time. Who pays somebody's order too, changes nothing for the first payer. Only coupons of payments can be refunded:
//! those made of winnings or given by staff never are, so that this does not bypass a withdrawal.
//!
//! | event | legs |
//! |---|---|
//! | `CouponRefunded` | p:coupon -> h:coupon_issue; h:usdt_customer -> p:usdt_hold |
//! | `WithdrawalSent`, `WithdrawalSettled` | as of a withdrawal: the money leaves custody once the chain has it |
//! | `WithdrawalRefunded` that names the order | the reverse: the coupons are the player's again |
//!
//! Events without a payout are from before payouts took the money to the payer: they booked it out of custody at once.

use super::super::withdrawal::check_not_ours;
use super::super::{DomainEvent, Event, Player, Rule};
use super::{Lot, Paid};
use crate::ids::{PlayerId, WithdrawalId};
use crate::money::{Coupon, Usdt};
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::{DAY_MS, Timestamp};
use crate::treasury::PaymentKey;
use crate::withdrawal::{Address, Facts, Refund, Request, Terms};
use serde::{Deserialize, Serialize};

/// Refunds coupons of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundCoupons {
    /// Of which order.
    pub order_no: String,
    pub amount: Coupon,
    /// The payout that takes the money to the payer: derived from the proposal, so that a retry names the same one.
    pub withdrawal: WithdrawalId,
    /// The payment whose coupons are refunded, and whose sender is paid.
    pub payment: PaymentKey,
    /// Its sender, as payouts are written.
    pub address: Address,
    /// What goes with it, where the chain carries that.
    pub comment: Option<String>,
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
    /// When the payment was credited.
    pub credited_at: Timestamp,
    pub at: Timestamp,
    /// The payout's own stream is opened with it; nothing in events from before there were payouts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payout: Option<Request>,
}

/// What may still be refunded of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refundable {
    pub unspent: Coupon,
    /// When the payment was credited.
    pub credited_at: Timestamp,
    /// Until when it may be refunded.
    pub until: Timestamp,
}

impl Player {
    /// What may still be refunded of a payment, in time or not; nothing for one that is not among the last payments, or
    /// not the order's.
    pub fn refundable(&self, paid: Paid, context: &Context) -> Option<Refundable> {
        let lots = &self.coupon.lots;
        let lot = lots.find(paid)?;
        Some(Refundable {
            unspent: lots.unspent(paid, self.wallet.coupons()),
            credited_at: lot.at,
            until: lot.at.plus_ms(context.config.pay.refund_days * DAY_MS),
        })
    }

    /// What is still in its time and unspent, of each payment, newest first.
    pub fn all_refundable(&self, context: &Context) -> Vec<(&Lot, Refundable)> {
        let found = |lot| Some((lot, self.refundable(Lot::paid(lot), context)?));
        let all = self.coupon.lots.all().filter_map(found);
        all.filter(|(_, found)| context.now <= found.until && found.unspent > Coupon::ZERO)
            .collect()
    }

    /// What may be refunded of a payment now.
    ///
    /// # Errors
    /// -1002 for a frozen account, 5203 for no such payment of the order, 4008 once its time is over, 2005 for more than
    /// is unspent of it.
    pub fn check_refund(&self, paid: Paid, amount: Coupon, context: &Context) -> Result<Refundable, Refusal> {
        if self.freeze.is_frozen {
            return Err(Refusal::PlayerFrozen);
        }
        let found = self.refundable(paid, context).ok_or(Refusal::OrderNotFound)?;
        if context.now > found.until {
            return Err(Refusal::Expired);
        }
        if amount > found.unspent {
            return Err(Refusal::NotEnoughCoupons);
        }
        Ok(found)
    }
}

impl RefundCoupons {
    /// What the payout's own stream is opened with: all of it arrives.
    fn payout(&self, player: &Player, context: &Context) -> Request {
        Request {
            terms: Terms {
                withdrawal: self.withdrawal,
                player: player.id,
                amount: self.amount.as_usdt(),
                fee: Usdt::ZERO,
                address: self.address.clone(),
                comment: self.comment.clone(),
            },
            facts: Facts {
                lifetime: player.withdrawal.lifetime,
                topped_up: true,
                kyc: player.identity.kyc,
                config_version: context.config.version,
                ..Facts::unasked()
            },
            refund: Some(Refund {
                order_no: self.order_no.clone(),
                payment: self.payment.clone(),
                proposer: self.proposer.clone(),
                approver: self.approver.clone(),
            }),
        }
    }
}

impl Rule for RefundCoupons {
    /// Order of checks: people, case, amount, whose account it is, freeze, payment, time, what is unspent.
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
        check_not_ours(&self.address, context)?;
        let paid = Paid::of(&self.order_no, &self.payment.tx, self.payment.lt);
        let found = player.check_refund(paid, self.amount, context)?;
        let event = Event::from(CouponRefunded {
            order_no: self.order_no.clone(),
            amount: self.amount,
            case_id: self.case_id.clone(),
            proposer: self.proposer.clone(),
            approver: self.approver.clone(),
            credited_at: found.credited_at,
            at: context.now,
            payout: Some(self.payout(player, context)),
        });
        let key = format!("withdrawal:{}", self.withdrawal);
        Ok(Decision::from(event).claiming(key, Refusal::StateChanged))
    }
}

impl DomainEvent for CouponRefunded {
    fn evolve(&self, player: &mut Player) {
        let refund = self.payout.as_ref().and_then(|payout| payout.refund.as_ref());
        let payment = refund.map(|refund| &refund.payment);
        let paid_by = player.coupon.lots.give_back(&self.order_no, payment, self.amount);
        // Who got the money back has topped up nothing: else a payment and its refund would open what a top-up opens.
        player.coupon.topped_up = player.coupon.topped_up - self.amount.as_usdt();
        if let Some(payout) = &self.payout {
            player.withdrawal.gives_back(&payout.terms, &self.order_no, paid_by);
        }
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = |purse| Account::Player(player, purse);
        let [issue, customer, clearing, custody] = [
            House::CouponIssue,
            House::UsdtCustomer,
            House::UsdtClearing,
            House::UsdtCustody,
        ]
        .map(Account::House);
        let (coupons, usdt) = (
            Postings::NONE.coupon(purse(Purse::Coupon), issue, self.amount),
            self.amount.as_usdt(),
        );
        match self.payout {
            Some(_) => coupons.usdt(customer, purse(Purse::UsdtHold), usdt),
            None => coupons.usdt(customer, clearing, usdt).usdt(clearing, custody, usdt),
        }
    }
}

#[cfg(test)]
mod tests;
