use super::*;
use crate::player::vip::{ActivateVip, PayWith};
use crate::testing::Angler;
use crate::time::DAY_MS;

fn exchange(gusd: &str) -> ExchangeTokens {
    let gusd = Gusd::parse(gusd).expect("an amount");
    ExchangeTokens { gusd }
}

fn rich() -> Angler {
    Angler::new().with_gusd(10_000_000_000)
}

#[test]
fn ten_thousand_tokens_are_one_usdt_exactly() {
    // domain §10.1, law I-06.
    let mut angler = Angler::new().with_gusd(2_413_050);
    angler.must(exchange("24130"));
    assert_eq!((angler.has(Purse::Gusd), angler.has(Purse::Usdt)), (50, 2_413_000));
}

#[test]
fn the_first_violated_check_is_returned() {
    let angler = Angler::new().with_gusd(1_000_099);
    for gusd in ["0", "0.01", "9999.50", "10000.99"] {
        assert_eq!(angler.decide(exchange(gusd)), Err(Refusal::InvalidAmount), "{gusd}");
    }
    let negative = ExchangeTokens {
        gusd: Gusd::from_minor(-1_000_000),
    };
    assert_eq!(angler.decide(negative), Err(Refusal::InvalidAmount));
    let min = "10000.00".into();
    assert_eq!(angler.decide(exchange("9999")), Err(Refusal::BelowMinimum { min }));
    let max = "400000.00".into();
    assert_eq!(angler.decide(exchange("400001")), Err(Refusal::AboveMaximum { max }));
    assert_eq!(angler.decide(exchange("10001")), Err(Refusal::NotEnoughTokens));
    assert!(angler.decide(exchange("10000")).is_ok());
}

#[test]
fn a_day_exchanges_twice_what_the_tier_may_withdraw() {
    // domain §3.7: 40 USDT without a tier, 100 with Bronze.
    let mut angler = rich().with_coupons(5_000_000);
    angler.must(exchange("300000"));
    let max = "100000.00".into();
    assert_eq!(angler.decide(exchange("100001")), Err(Refusal::AboveMaximum { max }));
    angler.must(exchange("100000"));
    let (vip_id, pay_with) = (1, PayWith::Coupon);
    angler.must(ActivateVip { vip_id, pay_with });
    assert_eq!(
        angler.player.exchange_left(&angler.config, angler.now),
        Usdt::from_minor(60_000_000)
    );
    let Event::Exchanged(recorded) = angler.must(exchange("600000")) else {
        panic!("an exchange is recorded as Exchanged");
    };
    assert_eq!(
        (recorded.vip_id, recorded.cap),
        (Some(1), Usdt::from_minor(100_000_000))
    );
    let max = "0.00".into();
    let again = angler.wait(-DAY_MS).decide(exchange("10000"));
    assert_eq!(
        again,
        Err(Refusal::AboveMaximum { max }),
        "nor does a clock that steps back"
    );
    assert!(angler.wait(DAY_MS + DAY_MS / 2).decide(exchange("1000000")).is_ok());
}

#[test]
fn a_reserve_that_does_not_hold_the_amount_pays_nothing() {
    let mut angler = rich();
    angler.reserve = Usdt::from_minor(1_000_000);
    assert!(angler.decide(exchange("10000")).is_ok());
    assert_eq!(angler.decide(exchange("10001")), Err(Refusal::WithdrawalsPaused));
    angler.reserve = Usdt::from_minor(-1);
    assert_eq!(angler.decide(exchange("10000")), Err(Refusal::WithdrawalsPaused));
}
