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
