//! Giving unspent coupons back: staff, two people, within 14 days of the top-up
//! (domain §1, domain §6). The money returns to the paying address.
//!
//! Only coupons of the named top-up that are still there can go: coupons made of
//! winnings never leave this way, so that it is no shortcut around a withdrawal.

use super::super::{DomainEvent, Event, Player, Rule};
use crate::ids::PlayerId;
use crate::money::Coupon;
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// Gives coupons of a top-up back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundCoupons {
    /// Of which order.
    pub order_no: String,
    /// How many.
    pub amount: Coupon,
    /// The case that explains it.
    pub case_id: String,
    /// Who proposed.
    pub proposer: String,
    /// Who approved: another person.
    pub approver: String,
}

/// Coupons of a top-up were given back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CouponRefunded {
    /// Of which order.
    pub order_no: String,
    /// How many.
    pub amount: Coupon,
    /// The case that explains it.
    pub case_id: String,
    /// Who proposed.
    pub proposer: String,
    /// Who approved.
    pub approver: String,
    /// When the top-up was credited.
    pub credited_at: Timestamp,
    /// When.
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
mod tests {
    use super::super::BuyCoupons;
    use super::*;
    use crate::money::Usdt;
    use crate::testing::Angler;

    fn refund(order_no: &str, micro: i64) -> RefundCoupons {
        RefundCoupons {
            order_no: order_no.into(),
            amount: Coupon::from_minor(micro),
            case_id: "case-1".into(),
            proposer: "ann".into(),
            approver: "bob".into(),
        }
    }

    /// A player who topped up five USDT, and the order's number.
    fn with_top_up() -> (Angler, String) {
        let mut angler = Angler::new();
        let order_no = angler.tops_up(5);
        (angler, order_no)
    }

    #[test]
    fn unspent_coupons_go_back_within_14_days() {
        let (mut angler, order_no) = with_top_up();
        angler.wait(14 * DAY_MS);
        angler.must(refund(&order_no, 2_000_000));
        assert_eq!(angler.has(Purse::Coupon), 3_000_000);
        assert_eq!(
            angler.decide(refund(&order_no, 3_000_001)),
            Err(Refusal::NotEnoughCoupons)
        );
        assert!(angler.decide(refund(&order_no, 3_000_000)).is_ok());
        assert_eq!(angler.wait(1).decide(refund(&order_no, 1)), Err(Refusal::Expired));
    }

    #[test]
    fn coupons_made_of_winnings_are_not_refundable() {
        let (angler, order_no) = with_top_up();
        let mut angler = angler.with_usdt(10_000_000);
        let amount = Usdt::from_minor(10_000_000);
        angler.must(BuyCoupons { amount });
        assert_eq!(
            angler.decide(refund(&order_no, 5_000_001)),
            Err(Refusal::NotEnoughCoupons)
        );
        assert!(angler.decide(refund(&order_no, 5_000_000)).is_ok());
        let none = angler.decide(refund("other", 1));
        assert_eq!(none, Err(Refusal::OrderNotFound));
    }

    #[test]
    fn a_refund_needs_a_second_person_a_case_and_an_amount() {
        let (angler, order_no) = with_top_up();
        let alone = RefundCoupons {
            approver: "ann".into(),
            case_id: String::new(),
            ..refund(&order_no, 0)
        };
        assert_eq!(angler.decide(alone), Err(Refusal::OtherPersonMustApprove));
        let silent = RefundCoupons {
            case_id: " ".into(),
            ..refund(&order_no, 0)
        };
        assert_eq!(angler.decide(silent), Err(Refusal::ReasonMissing));
        for micro in [0, -1] {
            assert_eq!(angler.decide(refund(&order_no, micro)), Err(Refusal::InvalidAmount));
        }
    }
}
