use super::*;
use crate::player::freeze::{Freeze, Unfreeze};
use crate::player::signin::SignIn;
use crate::testing::Angler;

fn request() -> RequestErasure {
    RequestErasure {
        staff: None,
        reason: String::new(),
    }
}

fn erase() -> EraseData {
    EraseData { key_id: "key-1".into() }
}

fn cancel(reason: &str) -> CancelErasure {
    CancelErasure {
        staff: "ann".into(),
        reason: reason.into(),
    }
}

#[test]
fn data_is_erased_a_month_after_the_request_and_the_account_stays_closed() {
    let mut angler = Angler::new().with_coins(10);
    angler.must(request());
    let at = angler.now.plus_ms(30 * DAY_MS);
    let until = Some(at.0);
    assert_eq!(angler.decide(SignIn), Err(Refusal::BlockedByPlayLimits { until }));
    angler.wait(30 * DAY_MS - 1);
    assert_eq!(angler.decide(erase()), Err(Refusal::NotReadyYet { at: at.0 }));
    angler.wait(1).must(erase());
    assert_eq!(angler.decide(SignIn), Err(Refusal::PlayerFrozen));
    assert_eq!(angler.has(Purse::CoinPaid), 10, "nothing is forfeited");
    assert_eq!(angler.decide(request()), Err(Refusal::AlreadyReceived));
    for again in [angler.decide(erase()), angler.decide(cancel("no"))] {
        assert_eq!(again, Err(Refusal::StateChanged));
    }
}

#[test]
fn an_open_dive_ends_first() {
    let mut angler = Angler::new().with_coins(10);
    angler.dives(10, 1).casts(1);
    angler.must(request());
    angler.wait(30 * DAY_MS);
    assert_eq!(angler.decide(erase()), Err(Refusal::FinishTheDiveFirst));
    angler.surfaces();
    assert!(angler.decide(erase()).is_ok());
}

#[test]
fn what_a_stopped_account_did_is_kept_until_it_goes_on() {
    let mut angler = Angler::new();
    let (staff, reason) = ("rob".to_owned(), "Stolen card".to_owned());
    angler.must(Freeze {
        staff: staff.clone(),
        reason: reason.clone(),
    });
    angler.must(request());
    angler.wait(30 * DAY_MS);
    assert_eq!(angler.decide(erase()), Err(Refusal::PlayerFrozen));
    angler.must(Unfreeze { staff, reason });
    assert!(angler.decide(erase()).is_ok());
}

#[test]
fn a_withdrawal_under_way_ends_first() {
    let mut angler = Angler::new().with_usdt(10_000_000).with_address();
    angler.must(angler.withdrawal(10_000_000));
    angler.must(request());
    assert_eq!(angler.wait(30 * DAY_MS).decide(erase()), Err(Refusal::StateChanged));
}

#[test]
fn staff_cancel_a_mistaken_request_and_two_request_for_the_player_with_a_reason() {
    let mut angler = Angler::new();
    assert_eq!(angler.decide(cancel("Mistake")), Err(Refusal::StateChanged));
    angler.must(request());
    assert_eq!(angler.decide(cancel("")), Err(Refusal::ReasonMissing));
    angler.must(cancel("Mistake"));
    assert!(angler.decide(SignIn).is_ok());
    assert_eq!(angler.decide(erase()), Err(Refusal::StateChanged));
    let by = |proposer: &str, approver: &str, reason: &str| RequestErasure {
        staff: Some(TwoOfStaff {
            proposer: proposer.into(),
            approver: approver.into(),
        }),
        reason: reason.into(),
    };
    assert_eq!(angler.decide(by("ann", "bob", " ")), Err(Refusal::ReasonMissing));
    assert_eq!(
        angler.decide(by("ann", "ann", "letter 12")),
        Err(Refusal::OtherPersonMustApprove)
    );
    angler.must(by("ann", "bob", "letter 12"));
    assert_eq!(
        angler.decide(by("ann", "bob", "letter 12")),
        Err(Refusal::AlreadyReceived)
    );
    let Some(Event::ErasureRequested(asked)) = angler.log.last() else {
        panic!("{:?}", angler.log);
    };
    assert_eq!(
        (asked.staff.as_deref(), asked.approver.as_deref()),
        (Some("ann"), Some("bob"))
    );
}
