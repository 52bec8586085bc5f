use super::*;
use crate::testing::Angler;

fn void(angler: &Angler, approver: &str, case_id: &str) -> VoidDive {
    VoidDive {
        dive: angler.dive_id(),
        casts: angler.dive().map(|dive| dive.casts),
        case_id: case_id.into(),
        proposer: "ann".into(),
        approver: approver.into(),
    }
}

#[test]
fn a_voided_dive_returns_stakes_shields_and_the_deep_start() {
    let mut angler = Angler::new().with_coins(100).with_diamonds(3);
    let start = angler.dives(10, 11).wait(2_500).cast(true);
    angler.must(start);
    angler.casts(2);
    assert_eq!((angler.has(Purse::CoinPaid), angler.has(Purse::Diamond)), (70, 0));
    let next = angler.cast(false);
    angler.must(void(&angler, "bob", "case-1"));
    assert_eq!((angler.has(Purse::CoinPaid), angler.has(Purse::Diamond)), (100, 3));
    let fishing = &angler.player.fishing;
    assert_eq!(
        (fishing.lost, fishing.session.staked, fishing.dive.as_ref()),
        (Gusd::ZERO, Coin::ZERO, None)
    );
    assert_eq!(angler.player.seeds.nonce, 3, "nonces stay used");
    angler.wait(2_500);
    assert_eq!(angler.decide(next), Err(Refusal::DiveCancelled));
}

#[test]
fn a_promo_dive_returns_promo_coins() {
    let mut angler = Angler::new().with_promo(100);
    angler.dives(10, 1).casts(3);
    angler.must(void(&angler, "bob", "case-1"));
    assert_eq!((angler.has(Purse::CoinPromo), angler.has(Purse::CoinPaid)), (100, 0));
}

#[test]
fn a_void_needs_a_second_person_and_a_reason() {
    let mut angler = Angler::new().with_coins(100);
    assert_eq!(angler.decide(void(&angler, "bob", "case-1")), Err(Refusal::NoDiveOpen));
    angler.dives(10, 1);
    assert_eq!(
        angler.decide(void(&angler, "ann", "case-1")),
        Err(Refusal::OtherPersonMustApprove)
    );
    assert_eq!(angler.decide(void(&angler, "bob", " ")), Err(Refusal::ReasonMissing));
}

#[test]
fn a_dive_that_was_played_on_since_the_proposal_is_not_voided() {
    let mut angler = Angler::new().with_coins(100);
    angler.dives(10, 1).casts(2);
    let proposed = void(&angler, "bob", "case-1");
    let of_before = VoidDive {
        casts: None,
        ..proposed.clone()
    };
    angler.casts(1);
    assert_eq!(angler.decide(proposed), Err(Refusal::StateChanged));
    assert!(angler.decide(void(&angler, "bob", "case-1")).is_ok(), "proposed again");
    assert!(angler.decide(of_before).is_ok(), "a proposal that names no casts");
}
