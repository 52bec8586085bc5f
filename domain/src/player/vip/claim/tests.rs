use super::super::{ActivateVip, PayWith};
use super::*;
use crate::testing::Angler;
use crate::time::{DAY_MS, HOUR_MS};

fn claim(vip_id: u8) -> ClaimVip {
    ClaimVip { vip_id }
}

/// A player at midnight with days of these tiers.
fn with_tiers(tiers: &[u8]) -> Angler {
    let mut angler = Angler::new().with_coupons(1_000_000_000);
    angler.wait(12 * HOUR_MS);
    for &vip_id in tiers {
        let pay_with = PayWith::Coupon;
        angler.must(ActivateVip { vip_id, pay_with });
    }
    angler
}

fn floor(floor: i64) -> Result<Decision<Event>, Refusal> {
    Err(Refusal::BalanceNotUnderFloor { floor })
}

#[test]
fn a_claim_gives_the_published_coins_and_diamonds() {
    // domain §3.4.
    for (vip_id, coins, diamonds) in [
        (1, 1_000, 1),
        (2, 2_500, 1),
        (3, 6_500, 2),
        (4, 8_500, 2),
        (5, 24_000, 3),
    ] {
        let mut angler = with_tiers(&[vip_id]);
        angler.must(claim(vip_id));
        assert_eq!(
            (angler.has(Purse::CoinPaid), angler.has(Purse::Diamond)),
            (coins, diamonds)
        );
    }
}

#[test]
fn only_the_active_tier_is_claimed() {
    let angler = with_tiers(&[1, 3]);
    for vip_id in [0, 1, 2, 9] {
        assert_eq!(angler.decide(claim(vip_id)), Err(Refusal::VipNotActive));
    }
    assert!(angler.decide(claim(3)).is_ok());
    assert_eq!(Angler::new().decide(claim(1)), Err(Refusal::VipNotActive));
}

#[test]
fn days_that_are_over_give_nothing_even_when_the_clock_is_late() {
    // Threat T-78.
    let mut angler = with_tiers(&[1]);
    assert!(angler.wait(30 * DAY_MS - 1).decide(claim(1)).is_ok());
    assert_eq!(angler.wait(1).decide(claim(1)), Err(Refusal::VipNotActive));
}

#[test]
fn two_claims_a_day_are_four_hours_apart() {
    let mut angler = with_tiers(&[2]);
    angler.must(claim(2));
    let at = angler.now.plus_ms(4 * HOUR_MS).0;
    assert_eq!(
        angler.wait(4 * HOUR_MS - 1).decide(claim(2)),
        Err(Refusal::NotReadyYet { at })
    );
    angler.wait(1).must(claim(2));
    assert_eq!(angler.wait(4 * HOUR_MS).decide(claim(2)), Err(Refusal::ClaimsUsedUp));
    let mut angler = angler.with_coins(-5_000);
    angler.wait(16 * HOUR_MS).must(claim(2));
}

#[test]
fn the_pause_holds_over_midnight_and_a_clock_that_steps_back_opens_nothing() {
    let mut angler = with_tiers(&[1]);
    angler.wait(23 * HOUR_MS).must(claim(1));
    let at = angler.now.plus_ms(4 * HOUR_MS).0;
    assert_eq!(
        angler.wait(2 * HOUR_MS).decide(claim(1)),
        Err(Refusal::NotReadyYet { at })
    );
    angler.wait(2 * HOUR_MS).must(claim(1));
    assert_eq!(angler.wait(-DAY_MS).decide(claim(1)), Err(Refusal::ClaimsUsedUp));
}

#[test]
fn an_upgrade_opens_no_second_count_of_the_day() {
    let mut angler = with_tiers(&[2]);
    angler.must(claim(2));
    let (vip_id, pay_with) = (3, PayWith::Coupon);
    angler.must(ActivateVip { vip_id, pay_with });
    assert!(matches!(angler.decide(claim(3)), Err(Refusal::NotReadyYet { .. })));
    angler.wait(4 * HOUR_MS).must(claim(3));
    assert_eq!(angler.wait(4 * HOUR_MS).decide(claim(3)), Err(Refusal::ClaimsUsedUp));
}

#[test]
fn thirty_days_that_touch_thirty_one_dates_give_thirty_days_of_claims() {
    // Law I-35: claims <= days active.
    let mut angler = Angler::new().with_coupons(5_000_000);
    let (vip_id, pay_with) = (1, PayWith::Coupon);
    angler.must(ActivateVip { vip_id, pay_with });
    let mut given = i64::from(angler.give(claim(1)).is_ok());
    angler.wait(-HOUR_MS);
    for _ in 0..30 {
        angler = angler.with_coins(-1_000);
        angler.wait(DAY_MS);
        given += i64::from(angler.give(claim(1)).is_ok());
    }
    assert_eq!(given, 30, "the days are from noon to noon");
    assert_eq!(angler.decide(claim(1)), Err(Refusal::ClaimsUsedUp));
}

#[test]
fn the_balance_with_stakes_must_be_under_the_floor() {
    let angler = with_tiers(&[1]);
    assert_eq!(angler.clone().with_coins(2_000).decide(claim(1)), floor(2_000));
    assert!(angler.clone().with_promo(1_999).decide(claim(1)).is_ok());
    let mut parked = angler.with_coins(2_000);
    parked.dives(500, 1).casts(3);
    assert_eq!(parked.decide(claim(1)), floor(2_000), "threat T-21");
    parked.surfaces();
    assert!(parked.decide(claim(1)).is_ok());
}
