//! Top-ups as given, when, then.

use super::*;
use crate::money::Asset;
use crate::player::limits::{SetLimit, Setting};
use crate::stream::StreamEvent;
use crate::testing::Angler;

fn open(order_no: &str, micro: i64) -> OpenTopUp {
    OpenTopUp {
        order_no: order_no.into(),
        channel: "ton_usdt".into(),
        amount: Usdt::from_minor(micro),
    }
}

fn credit(order_no: &str, micro: i64) -> CreditTopUp {
    CreditTopUp {
        order_no: order_no.into(),
        amount: Usdt::from_minor(micro),
        tx: "ab12".into(),
        lt: 77,
        from_suspense: false,
    }
}

#[test]
fn what_came_is_credited_one_to_one_under_a_key_that_exists_once() {
    // domain §10.9 and case T-37: the received amount counts, less or more than the order.
    let mut angler = Angler::new();
    angler.must(open("o-1", 5_000_000));
    let decision = angler.decide(credit("o-1", 4_999_999)).expect("credits");
    assert_eq!(decision.claims[0].key, "topup:ab12:77");
    assert_eq!(decision.claims[0].taken, Refusal::AlreadyReceived);
    angler.must(credit("o-1", 4_999_999));
    assert_eq!(angler.has(Purse::Coupon), 4_999_999);
    assert_eq!(angler.player.coupon.topped_up, Usdt::from_minor(4_999_999));
    assert_eq!(angler.player.coupon.open_orders(angler.now).count(), 0);
}

#[test]
fn a_payment_is_credited_late_without_an_order_and_to_a_frozen_player() {
    let mut angler = Angler::new();
    angler.must(crate::player::freeze::Freeze {
        staff: "ann".into(),
        reason: "Chargeback".into(),
    });
    angler.must(credit("unknown", 1));
    assert_eq!(angler.has(Purse::Coupon), 1);
    for micro in [0, -1, i64::MAX] {
        assert_eq!(angler.decide(credit("o", micro)), Err(Refusal::InvalidAmount));
    }
}

#[test]
fn three_orders_wait_at_a_time_for_half_an_hour_each() {
    let mut angler = Angler::new();
    for number in 0..3 {
        angler.must(open(&format!("o-{number}"), 1_000_000));
    }
    assert_eq!(angler.decide(open("o-3", 1_000_000)), Err(Refusal::TooManyOpenOrders));
    let denied = CloseTopUp {
        order_no: "o-1".into(),
        reason: "denied".into(),
    };
    angler.must(denied.clone());
    assert_eq!(angler.give(denied), Err(Refusal::StateChanged));
    angler.must(open("o-3", 1_000_000));
    angler.wait(30 * 60_000 - 1);
    assert_eq!(angler.decide(open("o-4", 1_000_000)), Err(Refusal::TooManyOpenOrders));
    angler.wait(1).must(open("o-4", 1_000_000));
    assert_eq!(angler.player.coupon.orders.len(), 1, "what has expired is forgotten");
    let expired = CloseTopUp {
        order_no: "o-0".into(),
        reason: "expired".into(),
    };
    angler.must(expired.clone());
    assert_eq!(
        angler.give(expired),
        Err(Refusal::StateChanged),
        "its end is recorded once"
    );
    assert_eq!(angler.player.coupon.orders.len(), 1, "and changes no other order");
}

#[test]
fn the_first_violated_check_is_returned() {
    let angler = Angler::new();
    let refused = |command: OpenTopUp| angler.decide(command).expect_err("a refusal");
    let field = |field: &str| Refusal::InvalidField { field: field.into() };
    let stars = OpenTopUp {
        channel: "stars".into(),
        ..open("o", 0)
    };
    assert_eq!(refused(stars.clone()), field("channel"));
    for order_no in ["", "o 1", &"o".repeat(41)] {
        let order_no = order_no.into();
        assert_eq!(
            refused(OpenTopUp {
                order_no,
                ..stars.clone()
            }),
            field("order_no")
        );
    }
    let range = Refusal::AmountOutOfRange {
        min: "1.000000".into(),
        max: "5000.000000".into(),
    };
    for micro in [i64::MIN, 0, 999_999, 5_000_000_001] {
        assert_eq!(refused(open("o", micro)), range);
    }
    for micro in [1_000_000, 5_000_000_000] {
        assert!(angler.decide(open("o", micro)).is_ok());
    }
}

#[test]
fn open_orders_count_against_the_deposit_limit_until_they_expire() {
    // Law I-39: several open orders cannot exceed the limit.
    let mut angler = Angler::new();
    let setting = Setting::DepositDay(Some(Usdt::from_minor(10_000_000)));
    angler.must(SetLimit { setting });
    angler.must(open("o-1", 6_000_000));
    let until = Some(angler.now.plus_ms(30 * 60_000).0);
    assert_eq!(
        angler.decide(open("o-2", 5_000_000)),
        Err(Refusal::BlockedByPlayLimits { until })
    );
    assert!(angler.decide(open("o-2", 4_000_000)).is_ok());
    angler.wait(30 * 60_000).must(open("o-2", 5_000_000));
}

#[test]
fn a_cancelled_order_counts_against_the_deposit_limit_until_its_time_is_over() {
    // Law I-39: what was signed before the cancellation is credited all the same.
    let mut angler = Angler::new();
    let setting = Setting::DepositDay(Some(Usdt::from_minor(10_000_000)));
    angler.must(SetLimit { setting });
    angler.must(open("o-1", 10_000_000));
    let until = Some(angler.now.plus_ms(30 * 60_000).0);
    angler.must(CloseTopUp {
        order_no: "o-1".into(),
        reason: "denied".into(),
    });
    assert_eq!(angler.player.coupon.open_orders(angler.now).count(), 0);
    let blocked = Err(Refusal::BlockedByPlayLimits { until });
    assert_eq!(angler.decide(open("o-2", 1_000_000)), blocked);
    let mut paid = angler.clone();
    paid.must(credit("o-1", 9_000_000));
    assert!(paid.decide(open("o-2", 1_000_000)).is_ok(), "counted once");
    angler.wait(30 * 60_000).must(open("o-2", 10_000_000));
    assert!(angler.player.coupon.cancelled.is_empty(), "what is over is forgotten");
}

#[test]
fn however_many_orders_are_cancelled_the_sum_counts_and_the_state_stays_small() {
    let mut angler = Angler::new();
    for number in 0..20 {
        let order_no = format!("o-{number}");
        angler.must(open(&order_no, 1_000_000));
        angler.wait(1_000).must(CloseTopUp {
            order_no,
            reason: "denied".into(),
        });
    }
    let awaited = |angler: &Angler| -> Usdt {
        let orders = angler.player.coupon.awaited(angler.now);
        orders.map(|order| order.amount).sum()
    };
    assert_eq!(angler.player.coupon.cancelled.len(), CANCELLED_MAX);
    assert_eq!(awaited(&angler), Usdt::from_minor(20_000_000));
    // The one into which the others went is paid: what was signed for the others is still awaited.
    let kept = 20 - CANCELLED_MAX;
    let mut paid = angler.clone();
    paid.must(credit(&format!("o-{kept}"), 1_000_000));
    assert_eq!(awaited(&paid), Usdt::from_minor(20_000_000));
    assert_eq!(awaited(angler.wait(30 * 60_000)), Usdt::ZERO);
}

#[test]
fn what_was_in_suspense_is_credited_from_there_and_is_not_in_custody_twice() {
    let mut angler = Angler::new();
    let mut moved = |from_suspense, tx: &str| {
        let tx = tx.to_owned();
        angler.must(CreditTopUp {
            from_suspense,
            tx,
            ..credit("o-1", 3)
        });
        let legs = angler.log.last().expect("an event").postings(angler.player.id.0);
        let usdt = legs.legs().iter().find(|leg| leg.account.asset() == Asset::Usdt);
        usdt.map(|leg| (leg.account, leg.amount))
    };
    for (from_suspense, tx, account) in [(false, "a", House::UsdtCustody), (true, "b", House::UsdtSuspense)] {
        assert_eq!(moved(from_suspense, tx), Some((Account::House(account), -3)));
    }
    assert_eq!(angler.has(Purse::Coupon), 6);
}
