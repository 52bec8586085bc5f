use super::*;
use crate::stream::StreamEvent;
use crate::testing::Angler;

fn adjust(delta: i64) -> Adjust {
    Adjust {
        purse: Purse::CoinPaid,
        delta,
        counter: House::CoinIssueShop,
        case_id: "case-1".into(),
        proposer: "ann".into(),
        approver: "bob".into(),
        tx: None,
        restates: None,
    }
}

#[test]
fn a_correction_moves_value_between_the_purse_and_the_named_counter() {
    let mut angler = Angler::new();
    angler.must(adjust(100));
    angler.must(adjust(-30));
    assert_eq!(angler.has(Purse::CoinPaid), 70);
}

#[test]
fn coupons_come_with_their_usdt_and_go_with_it() {
    // Law I-05.
    let coupons = |delta: i64| Adjust {
        purse: Purse::Coupon,
        counter: House::CouponIssue,
        ..adjust(delta)
    };
    let mut angler = Angler::new();
    angler.must(coupons(5_000_000));
    angler.must(coupons(-2_000_000));
    let behind = |event: &Event| {
        let legs = event.postings(angler.player.id.0).legs().to_vec();
        let customer = Account::House(House::UsdtCustomer);
        legs.iter()
            .filter(|leg| leg.account == customer)
            .map(|leg| leg.amount)
            .sum::<i64>()
    };
    let sums: Vec<i64> = angler.log.iter().rev().take(2).map(behind).collect();
    assert_eq!(
        (sums, angler.has(Purse::Coupon)),
        (vec![-2_000_000, 5_000_000], 3_000_000)
    );
}

#[test]
fn no_correction_takes_a_purse_below_zero() {
    // Law I-02.
    let angler = Angler::new().with_coins(10);
    assert_eq!(angler.decide(adjust(-11)), Err(Refusal::NotEnoughCoins));
}

#[test]
fn a_correction_needs_a_second_person_a_case_and_a_counter_of_the_same_asset() {
    let angler = Angler::new();
    let refused = |command: Adjust| angler.decide(command).expect_err("a refusal");
    let field = |field: &str| Refusal::InvalidField { field: field.into() };
    let alone = Adjust {
        approver: "ann".into(),
        ..adjust(1)
    };
    assert_eq!(refused(alone), Refusal::OtherPersonMustApprove);
    let silent = Adjust {
        case_id: String::new(),
        ..adjust(1)
    };
    assert_eq!(refused(silent), Refusal::ReasonMissing);
    let crossed = Adjust {
        counter: House::DiamondSink,
        ..adjust(1)
    };
    assert_eq!(refused(crossed), field("counter"));
    let of_custody = |tx: Option<&str>| Adjust {
        purse: Purse::Usdt,
        counter: House::UsdtCustody,
        tx: tx.map(str::to_owned),
        ..adjust(1)
    };
    assert_eq!(refused(of_custody(None)), field("tx"));
    assert!(angler.decide(of_custody(Some("ab"))).is_ok());
    for delta in [0, i64::MIN, i64::MAX, 1_000_000_000_000_001] {
        assert_eq!(refused(adjust(delta)), field("delta"));
    }
}

#[test]
fn what_is_on_hold_for_a_payout_is_not_corrected() {
    let angler = Angler::new();
    for delta in [-1, 1] {
        let held = Adjust {
            purse: Purse::UsdtHold,
            counter: House::UsdtReserve,
            ..adjust(delta)
        };
        let field = "purse".into();
        assert_eq!(angler.decide(held), Err(Refusal::InvalidField { field }));
    }
    // Events of before that did are still part of their player's balances.
    let before = AdjustmentPosted {
        purse: "usdt_hold".into(),
        delta: "5".into(),
        counter: "h:usdt_reserve".into(),
        case_id: "case-1".into(),
        proposer: "ann".into(),
        approver: "bob".into(),
        tx: None,
        restates: None,
    };
    let legs = before.postings(angler.player.id).legs().to_vec();
    let held = Account::Player(angler.player.id, Purse::UsdtHold);
    assert!(legs.iter().any(|leg| leg.account == held && leg.amount == 5));
}
