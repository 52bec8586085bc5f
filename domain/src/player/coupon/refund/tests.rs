//! Refunds as given, when, then.

use super::super::{BuyCoupons, CreditTopUp};
use super::*;
use crate::ids::derived;
use crate::player::adjustment::Adjust;
use crate::player::freeze::Freeze;
use crate::player::withdrawal::{NoteWithdrawalSent, RefundWithdrawal, SettleWithdrawal};
use crate::policies::{PolicyCommand, RecordedEvent, react};
use crate::stream::{Stream, StreamEvent};
use crate::testing::{ADDRESS, Angler};
use crate::withdrawal::WithdrawalCommand;
use uuid::Uuid;

fn refund(order_no: &str, micro: i64) -> RefundCoupons {
    RefundCoupons {
        order_no: order_no.into(),
        amount: Coupon::from_minor(micro),
        withdrawal: WithdrawalId(derived(order_no, Uuid::from_u128(micro.unsigned_abs().into()))),
        payment: PaymentKey {
            rail: "ton".into(),
            tx: order_no.into(),
            lt: 1,
        },
        address: Address::parse(ADDRESS).expect("an address"),
        comment: None,
        case_id: "case-1".into(),
        proposer: "ann".into(),
        approver: "bob".into(),
    }
}

/// Another payment to an order.
fn pays(angler: &mut Angler, order_no: &str, tx: &str, whole: i64) {
    angler.must(CreditTopUp {
        order_no: order_no.into(),
        amount: Usdt::from_minor(whole * 1_000_000),
        tx: tx.into(),
        lt: 1,
        from_suspense: false,
    });
}

/// A refund of a payment of the order that is named like it, or of another one.
fn refund_of(order_no: &str, tx: &str, micro: i64) -> RefundCoupons {
    let mut refund = refund(order_no, micro);
    refund.payment.tx = tx.into();
    refund.withdrawal = WithdrawalId(derived(tx, refund.withdrawal.0));
    refund
}

fn now(angler: &Angler) -> Context {
    angler.context(&BuyCoupons { amount: Usdt::ZERO }.into())
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
fn a_top_up_that_went_back_opens_nothing_until_it_could_not_be_paid() {
    let (mut angler, order_no) = with_top_up();
    let topped_up = |angler: &Angler| {
        (
            angler.player.coupon.topped_up,
            angler.player.withdrawal_min(&angler.config),
        )
    };
    let (whole, rules) = (Usdt::from_minor(5_000_000), angler.config.withdraw.clone());
    assert_eq!(topped_up(&angler), (whole, rules.min));
    angler.must(refund(&order_no, 5_000_000));
    assert_eq!(topped_up(&angler), (Usdt::ZERO, rules.min_no_topup));
    let task = crate::config::promotion::TaskKind::TopupFirst;
    assert_eq!(angler.player.task_progress(&task, &angler.config), 0);
    let withdrawal = payout(&angler).terms.withdrawal;
    let reason = "not paid".into();
    angler.must(RefundWithdrawal { withdrawal, reason });
    assert_eq!(topped_up(&angler), (whole, rules.min));
    assert_eq!(angler.player.task_progress(&task, &angler.config), 1);
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

#[test]
fn each_payment_of_an_order_is_refunded_to_its_own_bound_and_time() {
    let (mut angler, order_no) = with_top_up();
    angler.wait(DAY_MS);
    pays(&mut angler, &order_no, "second", 2);
    let more = refund_of(&order_no, "second", 2_000_001);
    assert_eq!(angler.decide(more), Err(Refusal::NotEnoughCoupons));
    angler.must(refund_of(&order_no, "second", 500_000));
    assert!(angler.decide(refund(&order_no, 5_000_000)).is_ok());
    let lines: Vec<(String, i64)> = (angler.player.all_refundable(&now(&angler)).into_iter())
        .map(|(lot, found)| (lot.tx.clone(), found.unspent.minor()))
        .collect();
    assert_eq!(lines, [("second".into(), 1_500_000), (order_no.clone(), 5_000_000)]);
    angler.wait(13 * DAY_MS + 1);
    assert_eq!(angler.decide(refund(&order_no, 1)), Err(Refusal::Expired));
    assert!(angler.decide(refund_of(&order_no, "second", 1_500_000)).is_ok());
}

#[test]
fn a_payment_of_another_order_is_not_found() {
    let (mut angler, order_no) = with_top_up();
    let other = angler.tops_up(5);
    let crossed = refund_of(&order_no, &other, 1);
    assert_eq!(angler.decide(crossed), Err(Refusal::OrderNotFound));
    let mut unknown = refund(&order_no, 1);
    unknown.payment.lt = 2;
    assert_eq!(angler.decide(unknown), Err(Refusal::OrderNotFound));
}

#[test]
fn coupons_that_staff_gave_count_for_no_top_up() {
    let (mut angler, order_no) = with_top_up();
    let correct = |delta| Adjust {
        purse: Purse::Coupon,
        delta,
        counter: House::CouponIssue,
        case_id: "case-1".into(),
        proposer: "ann".into(),
        approver: "bob".into(),
        tx: None,
        restates: None,
    };
    angler.must(correct(-4_000_000));
    angler.must(correct(4_000_000));
    let more = refund(&order_no, 1_000_001);
    assert_eq!(angler.decide(more), Err(Refusal::NotEnoughCoupons));
    assert!(angler.decide(refund(&order_no, 1_000_000)).is_ok());
}

/// The refund of a log, as an earlier version recorded it.
fn evolve_as(angler: &mut Angler, change: impl Fn(&mut CouponRefunded)) {
    let Some(Event::CouponRefunded(mut refunded)) = angler.log.last().cloned() else {
        panic!("a refund");
    };
    change(&mut refunded);
    let before = angler.log[..angler.log.len() - 1].to_vec();
    angler.player = Player::default();
    for event in before.iter().chain([&Event::from(refunded)]) {
        angler.player.evolve(event);
    }
}

#[test]
fn an_event_of_before_takes_from_the_newest_payment_of_its_order() {
    let unnamed = |refunded: &mut CouponRefunded| refunded.payout = None;
    let unknown = |refunded: &mut CouponRefunded| {
        let payout = refunded.payout.as_mut().expect("a payout");
        payout.refund.as_mut().expect("a refund").payment.tx = "unknown".into();
    };
    for change in [&unnamed as &dyn Fn(&mut CouponRefunded), &unknown] {
        let (mut angler, order_no) = with_top_up();
        pays(&mut angler, &order_no, "second", 2);
        angler.must(refund(&order_no, 1_500_000));
        evolve_as(&mut angler, change);
        let of = |tx| angler.player.refundable(Paid::of(&order_no, tx, 1), &now(&angler));
        let unspent = ["second", &order_no].map(|tx| of(tx).expect("a payment").unspent.minor());
        assert_eq!(unspent, [500_000, 5_000_000]);
    }
}

/// The payout of the last refund.
fn payout(angler: &Angler) -> Request {
    match angler.log.last() {
        Some(Event::CouponRefunded(refunded)) => refunded.payout.clone().expect("a payout"),
        other => panic!("no refund: {other:?}"),
    }
}

#[test]
fn the_money_is_on_hold_until_the_chain_has_it_and_its_payout_is_opened_once() {
    let (mut angler, order_no) = with_top_up();
    angler.must(refund(&order_no, 2_000_000));
    let (payout, event) = (payout(&angler), angler.log.last().cloned().expect("a refund"));
    assert_eq!((payout.terms.net().minor(), payout.terms.fee), (2_000_000, Usdt::ZERO));
    assert_eq!((angler.has(Purse::UsdtHold), angler.has(Purse::Usdt)), (2_000_000, 0));
    let reactions = react(RecordedEvent::Player(angler.player.id, &event), Uuid::nil());
    let open = WithdrawalCommand::Open(Box::new(payout.clone()));
    assert_eq!(
        reactions[0].command,
        PolicyCommand::Withdrawal(payout.terms.withdrawal, open)
    );
    let custody = Account::House(House::UsdtCustody);
    let leaves = |event: &Event| {
        event
            .postings(Uuid::nil())
            .legs()
            .iter()
            .any(|leg| leg.account == custody)
    };
    assert!(!leaves(&event), "the chain has nothing yet");
    let withdrawal = payout.terms.withdrawal;
    angler.must(NoteWithdrawalSent { withdrawal });
    let settled = angler.must(SettleWithdrawal { withdrawal });
    assert!(leaves(&settled));
    assert_eq!((angler.has(Purse::UsdtHold), angler.has(Purse::Coupon)), (0, 3_000_000));
    assert_eq!(
        angler.player.withdrawal.lifetime,
        Usdt::ZERO,
        "no withdrawal of the player's"
    );
}

#[test]
fn what_could_not_be_paid_is_coupons_again_and_may_be_refunded_again() {
    for is_sent in [false, true] {
        let (mut angler, order_no) = with_top_up();
        angler.must(refund(&order_no, 4_000_000));
        let withdrawal = payout(&angler).terms.withdrawal;
        if is_sent {
            angler.must(NoteWithdrawalSent { withdrawal });
        }
        let reason = "not paid".into();
        angler.must(RefundWithdrawal { withdrawal, reason });
        let purses = [Purse::Coupon, Purse::UsdtHold, Purse::Usdt].map(|purse| angler.has(purse));
        assert_eq!(purses, [5_000_000, 0, 0], "coupons, and never USDT");
        assert!(angler.decide(refund(&order_no, 5_000_000)).is_ok());
        assert_eq!(angler.player.all_refundable(&now(&angler)).len(), 1);
    }
}

#[test]
fn a_refund_is_no_withdrawal_of_the_player_and_stands_in_the_way_of_none() {
    let mut angler = Angler::new().with_usdt(50_000_000).with_address();
    let order_no = angler.tops_up(5);
    angler.must(refund(&order_no, 1_000_000));
    assert!(angler.player.withdrawal.is_under_way() && !angler.player.withdrawal.is_in_review());
    assert!(angler.decide(angler.withdrawal(10_000_000)).is_ok());
}

#[test]
fn a_frozen_account_is_refunded_nothing() {
    let (mut angler, order_no) = with_top_up();
    angler.must(Freeze {
        staff: "ann".into(),
        reason: "fraud".into(),
    });
    assert_eq!(angler.decide(refund(&order_no, 1)), Err(Refusal::PlayerFrozen));
}

#[test]
fn an_event_without_a_payout_keeps_its_postings() {
    let (mut angler, order_no) = with_top_up();
    angler.must(refund(&order_no, 2_000_000));
    let Some(Event::CouponRefunded(refunded)) = angler.log.last().cloned() else {
        panic!("a refund");
    };
    let old = CouponRefunded {
        payout: None,
        ..refunded
    };
    let text = serde_json::to_string(&old).expect("it writes");
    assert!(!text.contains("payout"));
    let postings = old.postings(angler.player.id);
    let custody = postings
        .legs()
        .iter()
        .find(|leg| leg.account == Account::House(House::UsdtCustody));
    assert_eq!(custody.map(|leg| leg.amount), Some(2_000_000));
}
