use super::*;
use crate::testing::{Angler, START, root, with_root};

fn elder() -> Angler {
    Angler::registered(100, None, START.plus_ms(-1))
}

fn bind(inviter: Inviter) -> BindInviter {
    BindInviter { code: inviter.into() }
}

#[test]
fn a_player_registers_once_and_nobody_acts_before() {
    let angler = Angler::new();
    let registration = &angler.player.registration;
    let again = Register {
        player: angler.player.id,
        tg_id: registration.tg_id,
        scode: registration.scode.clone(),
        lang: "en".into(),
        inviter: None,
        commits: ["a".into(), "b".into()],
    };
    assert_eq!(angler.decide(again), Err(Refusal::StateChanged));
    let mut nobody = angler.clone();
    nobody.player = Player::default();
    assert_eq!(
        nobody.decide(super::super::signin::SignIn),
        Err(Refusal::RecordNotFound)
    );
}

#[test]
fn registration_claims_the_invite_code_and_refuses_one_seed_for_two_pairs() {
    let mut angler = Angler::new();
    let mut register = Register {
        player: angler.player.id,
        tg_id: 7,
        scode: angler.player.registration.scode.clone(),
        lang: "en".into(),
        inviter: None,
        commits: ["a".into(), "b".into()],
    };
    angler.player = Player::default();
    let claims = angler
        .decide(register.clone())
        .map(|decision| decision.claims)
        .expect("registers");
    assert_eq!(claims[0].key, format!("scode:{}", register.scode));
    register.commits[1] = "a".into();
    assert_eq!(
        angler.decide(register),
        Err(Refusal::InvalidField {
            field: "commits".into()
        })
    );
}

#[test]
fn the_inviter_is_bound_once_and_for_ever() {
    // Law I-26.
    let mut angler = Angler::new();
    angler.must(bind(elder().as_inviter()));
    let other = Angler::registered(101, None, START.plus_ms(-2));
    assert_eq!(angler.decide(bind(other.as_inviter())), Err(Refusal::AlreadyBound));
    let invited = Angler::invited_by(Some(elder().as_inviter()));
    assert_eq!(invited.decide(bind(other.as_inviter())), Err(Refusal::AlreadyBound));
}

#[test]
fn the_oldest_account_enters_the_houses_code_and_has_an_entered_code_without_an_inviter() {
    // Every inviter is younger, so no other code can be entered.
    let mut oldest = elder().under(with_root);
    let younger = Angler::new();
    assert_eq!(
        oldest.decide(bind(younger.as_inviter())),
        Err(Refusal::CannotUseThisCode)
    );
    let event = oldest.must(BindInviter { code: root() });
    let (scode, by) = (root().scode, BoundBy::Code);
    assert_eq!(event, HouseBound { scode, by }.into());
    let registration = &oldest.player.registration;
    assert_eq!(
        (registration.entered_code(), &registration.inviter),
        (Some(&root().scode), &None)
    );
    let again = [BindInviter { code: root() }, bind(younger.as_inviter())];
    for again in again {
        assert_eq!(oldest.decide(again), Err(Refusal::AlreadyBound));
    }
}

#[test]
fn the_houses_code_is_the_one_in_force_and_comes_before_a_players() {
    let mut angler = Angler::new();
    let unknown = Err(Refusal::InviteCodeInvalid);
    assert_eq!(
        angler.decide(BindInviter { code: root() }),
        unknown,
        "none is published"
    );
    let owner = Some(elder().as_inviter());
    let owned = EnteredCode { owner, ..root() };
    angler = angler.under(with_root);
    let event = angler.clone().must(BindInviter { code: owned });
    assert!(matches!(event, Event::HouseBound(_)), "{event:?}");
    angler.must(BindInviter { code: root() });
    angler = angler.under(|config| config.team.root_scode = None);
    assert_eq!(
        angler.player.registration.entered_code(),
        Some(&root().scode),
        "bound for ever"
    );
}

#[test]
fn a_link_with_the_houses_code_binds_at_registration_and_one_of_nobody_binds_nobody() {
    let mut angler = Angler::new().under(with_root);
    let mut register = Register {
        player: angler.player.id,
        tg_id: 7,
        scode: angler.player.registration.scode.clone(),
        lang: "en".into(),
        inviter: Some(root()),
        commits: ["a".into(), "b".into()],
    };
    angler.player = Player::default();
    let by = BoundBy::Login;
    let events = angler.decide(register.clone()).expect("registers").events;
    assert_eq!(
        events[1..],
        [HouseBound {
            scode: root().scode,
            by
        }
        .into()]
    );
    register.scode = root().scode;
    assert_eq!(
        angler.decide(register.clone()),
        Err(Refusal::StateChanged),
        "no player gets it"
    );
    angler = angler.under(|config| config.team.root_scode = None);
    assert_eq!(angler.decide(register).expect("registers").events.len(), 1);
}

#[test]
fn nobody_is_bound_to_oneself_to_a_younger_player_or_to_an_own_friend() {
    // Law I-26: the graph of invitations is a forest.
    let angler = Angler::new();
    let young = Angler::registered(101, None, START);
    let friend = Angler::registered(102, Some(angler.as_inviter()), START.plus_ms(1));
    let forged = Inviter {
        registered_at: START.plus_ms(-1),
        ..friend.as_inviter()
    };
    for inviter in [angler.as_inviter(), young.as_inviter(), friend.as_inviter(), forged] {
        assert_eq!(angler.decide(bind(inviter)), Err(Refusal::CannotUseThisCode));
    }
    assert!(angler.decide(bind(elder().as_inviter())).is_ok());
}

#[test]
fn the_inviters_inviter_is_frozen_at_binding() {
    let grand = Angler::registered(99, None, START.plus_ms(-2));
    let father = Angler::registered(100, Some(grand.as_inviter()), START.plus_ms(-1));
    let son = Angler::invited_by(Some(father.as_inviter()));
    let inviter = son.player.registration.inviter.expect("bound");
    assert_eq!(
        (inviter.player, inviter.upline),
        (father.player.id, Some(grand.player.id))
    );
}

#[test]
fn the_terms_shown_are_the_terms_accepted_once() {
    let mut angler = Angler::new().under(|config| config.product.terms_version = "2".into());
    let terms = |version: &str| AcceptTerms {
        version: version.into(),
    };
    assert!(matches!(angler.decide(terms("1")), Err(Refusal::InvalidField { .. })));
    assert_eq!(angler.decide(angler.start(10, 1)), Err(Refusal::TermsNotAccepted));
    angler.must(terms("2"));
    assert_eq!(angler.decide(terms("2")), Err(Refusal::AlreadyReceived));
    assert_eq!(angler.decide(angler.start(10, 1)), Err(Refusal::NotEnoughCoins));
}
