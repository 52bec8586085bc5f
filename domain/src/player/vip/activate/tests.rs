//! VIP days as given, when, then.

use super::*;
use crate::testing::Angler;

fn activate(vip_id: u8, pay_with: PayWith) -> ActivateVip {
    ActivateVip { vip_id, pay_with }
}

/// A player with many coupons.
fn rich() -> Angler {
    Angler::new().with_coupons(10_000_000_000)
}

fn buys(angler: &mut Angler, vip_id: u8) -> (i64, i64) {
    let start = crate::testing::START;
    let events = angler.give(activate(vip_id, PayWith::Coupon)).expect("activates");
    match events.last() {
        Some(Event::VipActivated(recorded)) => (recorded.from.since(start) / DAY_MS, recorded.to.since(start) / DAY_MS),
        other => panic!("an activation is recorded last, not {other:?}"),
    }
}

fn active(angler: &Angler) -> Option<u8> {
    angler.player.vip.tier(angler.now)
}

#[test]
fn days_are_paid_with_coupons_or_with_usdt_when_asked() {
    let mut angler = Angler::new().with_coupons(5_000_000).with_usdt(5_000_000);
    angler.must(activate(1, PayWith::Coupon));
    assert_eq!((angler.has(Purse::Coupon), angler.has(Purse::Usdt)), (0, 5_000_000));
    angler.must(activate(1, PayWith::Usdt));
    assert_eq!(angler.has(Purse::Usdt), 0);
}

#[test]
fn coupons_short_ask_for_a_top_up_and_usdt_short_is_an_insufficient_balance() {
    let angler = Angler::new().with_coupons(4_999_999).with_usdt(4_999_999);
    let missing = "0.000001".into();
    assert_eq!(
        angler.decide(activate(1, PayWith::Coupon)),
        Err(Refusal::TopUpRequired { missing })
    );
    assert_eq!(
        angler.decide(activate(1, PayWith::Usdt)),
        Err(Refusal::InsufficientBalance)
    );
}

#[test]
fn a_tier_that_is_not_on_sale_is_not_found_and_days_are_never_free() {
    let angler = rich().under(|config| config.vip.tiers[1].on_sale = false);
    for vip_id in [0, 2, 6, 255] {
        assert_eq!(
            angler.decide(activate(vip_id, PayWith::Coupon)),
            Err(Refusal::VipNotFound)
        );
    }
    let free = angler.decide(activate(1, PayWith::Item)).expect_err("a refusal");
    assert_eq!(free.code(), -1006);
}

#[test]
fn the_same_tier_adds_days() {
    // Threat T-78: two activations are paid and credited twice.
    let mut angler = rich();
    assert_eq!(buys(&mut angler, 1), (0, 30));
    angler.wait(10 * DAY_MS);
    assert_eq!(buys(&mut angler, 1), (30, 60));
    angler.wait(50 * DAY_MS - 1);
    assert_eq!(active(&angler), Some(1));
    assert_eq!(active(angler.wait(1)), None);
}

#[test]
fn a_higher_tier_starts_at_once_and_pauses_the_lower() {
    let mut angler = rich();
    buys(&mut angler, 1);
    angler.wait(10 * DAY_MS);
    assert_eq!(buys(&mut angler, 3), (10, 40));
    assert_eq!(active(&angler), Some(3));
    assert_eq!(active(angler.wait(30 * DAY_MS)), Some(1), "its 20 days go on");
    assert_eq!(active(angler.wait(20 * DAY_MS - 1)), Some(1));
    assert_eq!(active(angler.wait(1)), None);
}

#[test]
fn a_lower_tier_queues() {
    let mut angler = rich();
    buys(&mut angler, 5);
    assert_eq!(buys(&mut angler, 2), (30, 60));
    assert_eq!(buys(&mut angler, 4), (30, 60), "it overtakes what only waits");
    let in_turn: Vec<u8> = angler.player.vip.runs().map(|run| run.vip_id).collect();
    assert_eq!(in_turn, [5, 4, 2]);
}

#[test]
fn a_pass_that_lapsed_is_recorded_before_the_new_one_starts() {
    let mut angler = rich();
    buys(&mut angler, 1);
    angler.wait(100 * DAY_MS);
    assert_eq!(buys(&mut angler, 1), (100, 130));
    let expired: Vec<_> = angler
        .log
        .iter()
        .filter(|event| matches!(event, Event::VipExpired(_)))
        .collect();
    assert_eq!(expired.len(), 1);
}

#[test]
fn the_queue_is_bounded_by_the_number_of_tiers() {
    let mut angler = rich();
    for round in 0..20 {
        buys(&mut angler, round % 5 + 1);
        angler.wait(DAY_MS);
    }
    assert_eq!(angler.player.vip.passes.len(), 5);
    let days: i64 = angler.player.vip.passes.iter().map(|pass| pass.left_ms / DAY_MS).sum();
    assert_eq!(days, 20 * 30 - 19, "no day is lost but those that passed");
}
