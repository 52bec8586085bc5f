use super::*;
use crate::testing::Angler;

fn buy(micro: i64) -> BuyCoupons {
    let amount = Usdt::from_minor(micro);
    BuyCoupons { amount }
}

#[test]
fn one_usdt_is_one_coupon() {
    let mut angler = Angler::new().with_usdt(2_500_000);
    angler.must(buy(1_500_001));
    assert_eq!(
        (angler.has(Purse::Usdt), angler.has(Purse::Coupon)),
        (999_999, 1_500_001)
    );
}

#[test]
fn the_first_violated_check_is_returned() {
    let angler = Angler::new().with_usdt(1_000_000);
    for micro in [0, -1, i64::MIN] {
        assert_eq!(angler.decide(buy(micro)), Err(Refusal::InvalidAmount));
    }
    let min = "1.000000".into();
    assert_eq!(angler.decide(buy(999_999)), Err(Refusal::BelowMinimum { min }));
    assert_eq!(angler.decide(buy(1_000_001)), Err(Refusal::InsufficientUsdt));
    assert_eq!(angler.decide(buy(i64::MAX)), Err(Refusal::InsufficientUsdt));
    assert!(angler.decide(buy(1_000_000)).is_ok());
}
