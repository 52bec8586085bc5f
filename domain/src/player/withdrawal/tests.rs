//! Withdrawals as given, when, then.

use super::*;
use crate::config::vip::Rights;
use crate::kyc::Status;
use crate::player::freeze::Freeze;
use crate::player::identity::NoteKyc;
use crate::player::limits::{Break, TakeBreak};
use crate::player::vip::{ActivateVip, PayWith};
use crate::posting::Purse;
use crate::refusal::Refusal;
use crate::testing::{ADDRESS, Angler};
use crate::time::{DAY_MS, HOUR_MS};
use crate::withdrawal::Chain;
use proptest::prelude::*;

const SAME: &str = "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI";
const OTHER: &str = "EQAAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHx2j";
const ON_EVM: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

fn address(text: &str, comment: &str) -> SetAddress {
    SetAddress {
        chain: Chain::Ton,
        address: text.into(),
        comment: comment.into(),
        is_confirmed: false,
    }
}

/// A player with 3,000 USDT, a top-up and an address that has waited.
fn ready() -> Angler {
    let mut angler = Angler::new().with_usdt(3_000_000_000).with_address();
    angler.tops_up(1);
    angler
}

/// The same player with a proved identity and a Diamond tier: five withdrawals and 3,000 USDT a day.
fn diamond() -> Angler {
    let mut angler = ready().with_identity().with_coupons(300_000_000);
    let (vip_id, pay_with) = (5, PayWith::Coupon);
    angler.must(ActivateVip { vip_id, pay_with });
    angler
}

fn code(angler: &Angler, micro: i64) -> i32 {
    angler
        .decide(angler.withdrawal(micro))
        .err()
        .map_or(0, |refusal| refusal.code())
}

fn below(min: &str) -> Result<(), Refusal> {
    Err(Refusal::WithdrawalBelowMinimum { min: min.into() })
}

fn request(angler: &Angler, micro: i64) -> Result<(), Refusal> {
    angler.decide(angler.withdrawal(micro)).map(|_| ())
}

#[test]
fn a_requested_amount_is_held_with_its_fee_and_the_reasons() {
    let mut angler = ready();
    let request = angler.withdraws(20_000_000);
    assert_eq!(
        (angler.has(Purse::Usdt), angler.has(Purse::UsdtHold)),
        (2_980_000_000, 20_000_000)
    );
    let (terms, facts) = (request.terms, request.facts);
    assert_eq!(
        (terms.fee, terms.net()),
        (Usdt::from_minor(500_000), Usdt::from_minor(19_500_000))
    );
    assert_eq!((terms.address.as_str(), terms.comment), (ADDRESS, None));
    assert_eq!((facts.vip_id, facts.fee_ppm), (None, 20_000));
    assert!(facts.topped_up && !facts.needs_kyc && !facts.needs_funds_review);
    let decision = ready().decide(ready().withdrawal(20_000_000)).expect("a withdrawal");
    assert!(decision.claims[0].key.starts_with("withdrawal:"));
}

#[test]
fn money_leaves_and_arrives_or_comes_back_whole_and_once() {
    // Laws I-08, I-09: outcomes in every order.
    for (is_sent, arrives) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut angler = ready();
        let withdrawal = angler.withdraws(10_000_000).terms.withdrawal;
        let settle = SettleWithdrawal { withdrawal };
        let refund = RefundWithdrawal {
            withdrawal,
            reason: "Rejected".into(),
        };
        if is_sent {
            angler.must(NoteWithdrawalSent { withdrawal });
            assert_eq!(angler.has(Purse::UsdtHold), 0);
            assert!(angler.player.withdrawal.is_under_way() && !angler.player.withdrawal.is_in_review());
        }
        if arrives {
            angler.must(settle.clone());
        } else {
            angler.must(refund.clone());
        }
        let back = if arrives { 0 } else { 10_000_000 };
        assert_eq!(
            (angler.has(Purse::Usdt), angler.has(Purse::UsdtHold)),
            (2_990_000_000 + back, 0)
        );
        assert_eq!(angler.player.withdrawal.lifetime, Usdt::from_minor(10_000_000 - back));
        for again in [
            angler.decide(settle),
            angler.decide(refund),
            angler.decide(NoteWithdrawalSent { withdrawal }),
        ] {
            assert_eq!(again, Err(Refusal::WithdrawalNotFound));
        }
    }
    let nothing = WithdrawalId::default();
    let stray = RefundWithdrawal {
        withdrawal: nothing,
        reason: String::new(),
    };
    assert_eq!(ready().decide(stray), Err(Refusal::WithdrawalNotFound));
}

#[test]
fn the_house_books_fee_and_payment_and_takes_both_back_with_a_refund() {
    use crate::posting::{Account, House};
    use crate::stream::StreamEvent;
    let mut angler = ready();
    let withdrawal = angler.withdraws(10_000_000).terms.withdrawal;
    let sent = angler.must(NoteWithdrawalSent { withdrawal });
    let house = |event: &crate::player::Event| {
        let legs = event.postings(angler.player.id.0);
        [House::UsdtClearing, House::UsdtFee, House::UsdtCustody].map(|house| {
            let own = legs.legs().iter().filter(|leg| leg.account == Account::House(house));
            own.map(|leg| leg.amount).sum::<i64>()
        })
    };
    assert_eq!(house(&sent), [9_500_000, 500_000, 0]);
    let settled = angler.clone().must(SettleWithdrawal { withdrawal });
    assert_eq!(house(&settled), [-9_500_000, 0, 9_500_000]);
    let reason = "Proved not paid".into();
    let refunded = angler.clone().must(RefundWithdrawal { withdrawal, reason });
    assert_eq!(house(&refunded), [-9_500_000, -500_000, 0]);
}

#[test]
fn the_checks_come_in_the_order_of_the_contract() {
    // Each step fixes the first violated check and reaches the next one.
    let poor = |angler: &mut Angler| angler.player.wallet = crate::wallet::Wallet::default();
    let mut angler = Angler::new().under(|config| config.withdraw.paused = true);
    assert_eq!(code(&angler, 1), 6012);
    angler = angler.under(|config| config.withdraw.paused = false);
    assert_eq!(code(&angler, 1), 6003);
    angler.must(address(ADDRESS, ""));
    assert_eq!(code(&angler, 1), 6007);
    angler.wait(DAY_MS);
    assert_eq!(code(&angler, 1), 6005);
    assert_eq!(code(&angler, 60_000_001), 2006);
    let mut angler = angler.with_usdt(100_000_000);
    angler.withdraws(10_000_000);
    assert_eq!(code(&angler, 60_000_000), 6004);
    let mut angler = angler.under(|config| config.vip.free.withdrawals_per_day = 9);
    assert_eq!(code(&angler, 60_000_000), 6002);
    angler = angler.under(|config| config.vip.free.usdt_per_day = Usdt::from_minor(70_000_000));
    assert_eq!(code(&angler, 60_000_000), 6010);
    let withdrawal = angler.player.withdrawal.under_way[0].withdrawal;
    angler.must(NoteWithdrawalSent { withdrawal });
    poor(&mut angler);
    for (revision, status, recorded) in [
        (0, Status::None, 6001),
        (1, Status::UnderReview, 6008),
        (2, Status::Failed, 6009),
        (3, Status::Rejected, 6009),
        (4, Status::Approved, 2004),
    ] {
        _ = angler.give(NoteKyc { status, revision });
        assert_eq!(code(&angler, 60_000_000), recorded, "{status:?}");
    }
}

#[test]
fn gates_close_withdrawals_but_a_break_does_not() {
    let mut resting = ready();
    let (kind, days) = (Break::Exclude, 183);
    resting.must(TakeBreak { kind, days });
    assert_eq!(code(&resting, 20_000_000), 0, "T-82: money can always be taken out");
    let mut frozen = ready();
    let (staff, reason) = ("ann".into(), "Chargeback".into());
    frozen.must(Freeze { staff, reason });
    assert_eq!(code(&frozen, 20_000_000), -1002);
    assert_eq!(
        frozen.decide(address(OTHER, "")).map(|_| ()),
        Err(Refusal::PlayerFrozen)
    );
}

#[test]
fn the_smallest_withdrawal_is_5_usdt_and_10_without_a_top_up() {
    let angler = ready();
    assert_eq!(request(&angler, 4_990_000), below("5.000000"));
    assert_eq!(request(&angler, 5_000_000), Ok(()));
    for micro in [5_000_001, 5_009_999, 5_010_001] {
        assert_eq!(request(&angler, micro), Err(Refusal::InvalidAmount));
    }
    let new = Angler::new().with_usdt(100_000_000).with_address();
    assert_eq!(request(&new, 9_990_000), below("10.000000"));
    assert_eq!(request(&new, 10_000_000), Ok(()));
    for micro in [i64::MIN, -5_000_000, 0] {
        assert_eq!(request(&angler, micro), below("5.000000"));
    }
    assert_eq!(code(&angler, i64::MAX - 5_807), 6002, "no overflow");
    let dear = ready().under(|config| config.vip.free.fee_min = Usdt::from_minor(6_000_000));
    assert_eq!(
        request(&dear, 6_000_000),
        below("6.010000"),
        "the fee leaves something to pay"
    );
    assert_eq!(request(&dear, 6_010_000), Ok(()));
}

#[test]
fn a_tier_sets_the_count_and_the_sum_of_a_day_t_07() {
    let mut angler = diamond();
    angler.wait(DAY_MS);
    assert_eq!(
        angler.player.withdrawals_left(&angler.config, angler.now),
        (5, Usdt::from_minor(3_000_000_000))
    );
    for _ in 0..4 {
        let withdrawal = angler.withdraws(500_000_000).terms.withdrawal;
        angler.must(NoteWithdrawalSent { withdrawal });
    }
    let left = "1000.000000".into();
    assert_eq!(
        request(&angler, 1_000_010_000),
        Err(Refusal::WithdrawalLimitReached { left })
    );
    let withdrawal = angler.withdraws(1_000_000_000).terms.withdrawal;
    angler.must(NoteWithdrawalSent { withdrawal });
    assert_eq!(code(&angler, 5_000_000), 6004);
    angler.wait(-DAY_MS);
    assert_eq!(code(&angler, 5_000_000), 6004, "nor does a clock that steps back");
    angler.wait(DAY_MS + 12 * HOUR_MS);
    assert_eq!(angler.player.withdrawals_left(&angler.config, angler.now).0, 5);
}

#[test]
fn a_refund_opens_no_second_withdrawal_of_the_day() {
    let mut angler = ready();
    let withdrawal = angler.withdraws(10_000_000).terms.withdrawal;
    let reason = "Rejected".into();
    angler.must(RefundWithdrawal { withdrawal, reason });
    assert_eq!(code(&angler, 10_000_000), 6004);
    assert_eq!(code(angler.wait(DAY_MS), 10_000_000), 0);
}

#[test]
fn the_identity_is_proved_from_50_usdt_on_and_above_50_in_a_life() {
    let mut angler = diamond();
    let revision = angler.player.identity.kyc_revision + 1;
    let status = Status::None;
    angler.must(NoteKyc { status, revision });
    assert_eq!((code(&angler, 49_990_000), code(&angler, 50_000_000)), (0, 6001));
    let withdrawal = angler.withdraws(45_000_000).terms.withdrawal;
    angler.must(NoteWithdrawalSent { withdrawal });
    assert_eq!((code(&angler, 5_000_000), code(&angler, 5_010_000)), (0, 6001));
    let flagged = RequestWithdrawal {
        chain: Chain::Ton,
        is_flagged: true,
        ..angler.withdrawal(5_000_000)
    };
    assert_eq!(angler.decide(flagged), Err(Refusal::IdentityRequired));
}

#[test]
fn from_2000_usdt_in_a_life_on_somebody_looks_where_it_came_from() {
    let mut angler = diamond();
    let first = angler.withdraws(1_999_990_000);
    assert!(!first.facts.needs_funds_review && first.facts.needs_kyc);
    let withdrawal = first.terms.withdrawal;
    angler.must(NoteWithdrawalSent { withdrawal });
    let second = angler.withdraws(5_000_000);
    assert!(second.facts.needs_funds_review);
    assert_eq!(second.facts.lifetime, Usdt::from_minor(1_999_990_000));
}

#[test]
fn a_new_address_waits_a_day_and_the_same_one_keeps_its_time_t_09() {
    // Threat T-09.
    let mut angler = Angler::new().with_usdt(100_000_000);
    angler.must(address(ADDRESS, "7"));
    let until = angler.now.plus_ms(DAY_MS).0;
    angler.wait(DAY_MS - 1);
    assert_eq!(request(&angler, 10_000_000), Err(Refusal::AddressTooNew { until }));
    angler.wait(1);
    assert_eq!(request(&angler, 10_000_000), Ok(()));
    angler.must(address(SAME, "7"));
    assert_eq!(
        request(&angler, 10_000_000),
        Ok(()),
        "the same account in another writing"
    );
    for changed in [address(OTHER, "7"), address(ADDRESS, "8"), address(ADDRESS, "")] {
        let mut angler = angler.clone();
        angler.must(changed);
        assert_eq!(code(&angler, 10_000_000), 6007);
    }
}

#[test]
fn an_address_belongs_to_the_chain_that_was_chosen_and_a_request_to_the_same_t_10() {
    let on_evm = |text: &str, comment: &str| SetAddress {
        chain: Chain::Evm,
        ..address(text, comment)
    };
    let mut angler = ready();
    for wrong in [
        address(ON_EVM, ""),
        on_evm(ADDRESS, ""),
        on_evm(&ON_EVM.to_lowercase(), ""),
        on_evm(ON_EVM, "7"),
    ] {
        assert_eq!(angler.decide(wrong), Err(Refusal::AddressNotValid));
    }
    let ask = |chain| RequestWithdrawal {
        chain,
        ..ready().withdrawal(10_000_000)
    };
    assert_eq!(angler.decide(ask(Chain::Evm)), Err(Refusal::AddressNotSet));
    angler.must(on_evm(ON_EVM, ""));
    angler.wait(DAY_MS);
    assert_eq!(angler.decide(ask(Chain::Ton)), Err(Refusal::AddressNotSet));
    assert!(angler.decide(ask(Chain::Evm)).is_ok());
}

#[test]
fn as_many_as_the_house_allows_are_on_their_way() {
    let mut angler = diamond().under(|config| config.withdraw.under_way_max = 2);
    for _ in 0..2 {
        let withdrawal = angler.withdraws(5_000_000).terms.withdrawal;
        angler.must(NoteWithdrawalSent { withdrawal });
    }
    assert_eq!(request(&angler, 5_000_000), Err(Refusal::WithdrawalInReview));
}

#[test]
fn an_account_does_not_end_while_money_is_on_its_way() {
    use crate::player::erasure::{EraseData, RequestErasure};
    let mut angler = ready();
    let withdrawal = angler.withdraws(10_000_000).terms.withdrawal;
    angler.must(NoteWithdrawalSent { withdrawal });
    let (staff, reason) = (None, String::new());
    angler.must(RequestErasure { staff, reason });
    angler.wait(30 * DAY_MS);
    let erase = EraseData { key_id: "key-1".into() };
    assert_eq!(angler.decide(erase.clone()), Err(Refusal::StateChanged));
    angler.must(SettleWithdrawal { withdrawal });
    assert!(angler.decide(erase).is_ok());
}

proptest! {
    #[test]
    fn a_fee_is_the_larger_of_both_and_never_a_micro_too_little(
        amount in 0..1_000_000_000_000_i64,
        fee_ppm in 0..=1_000_000_u32,
        fee_min in 0..1_000_000_i64,
    ) {
        let rights = Rights {
            withdrawals_per_day: 1,
            usdt_per_day: Usdt::ZERO,
            fee_ppm,
            fee_min: Usdt::from_minor(fee_min),
        };
        let fee = i128::from(rights.fee(Usdt::from_minor(amount)).minor());
        let parts = i128::from(amount) * i128::from(fee_ppm);
        prop_assert!(fee >= i128::from(fee_min) && fee * 1_000_000 >= parts);
        prop_assert!(fee == i128::from(fee_min) || (fee - 1) * 1_000_000 < parts, "at most a micro too much");
    }
}
