use super::*;
use crate::player::signin::SignIn;
use crate::testing::Angler;

fn freeze(reason: &str) -> Freeze {
    Freeze {
        staff: "ann".into(),
        reason: reason.into(),
    }
}

fn unfreeze(reason: &str) -> Unfreeze {
    Unfreeze {
        staff: "ann".into(),
        reason: reason.into(),
    }
}

#[test]
fn a_frozen_player_can_do_nothing_until_staff_let_go() {
    let mut angler = Angler::new();
    angler.must(freeze("Chargeback"));
    assert_eq!(angler.decide(SignIn), Err(Refusal::PlayerFrozen));
    angler.must(unfreeze("Cleared"));
    assert!(angler.decide(SignIn).is_ok());
}

#[test]
fn freezing_needs_a_reason_and_something_to_change() {
    let mut angler = Angler::new();
    assert_eq!(angler.decide(freeze(" ")), Err(Refusal::ReasonMissing));
    assert_eq!(angler.decide(unfreeze("Cleared")), Err(Refusal::StateChanged));
    angler.must(freeze("Chargeback"));
    assert_eq!(angler.decide(freeze("Again")), Err(Refusal::StateChanged));
    assert_eq!(angler.decide(unfreeze("")), Err(Refusal::ReasonMissing));
}
