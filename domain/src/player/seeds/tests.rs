use super::*;
use crate::player::freeze::Freeze;
use crate::stream::Stream;
use crate::testing::{Angler, golden_seed, seed};

#[test]
fn a_rotation_reveals_the_retired_seed_and_takes_the_announced_one() {
    let mut angler = Angler::new().with_coins(20);
    let before = angler.player.seeds.clone();
    angler.dives(10, 1).casts(2).surfaces();
    let rotation = angler.rotation("mine");
    let fresh = rotation.fresh_commit.clone();
    angler.must(rotation);
    let seeds = &angler.player.seeds;
    assert_eq!(
        (&seeds.commit, &seeds.next_commit, seeds.nonce),
        (&before.next_commit, &fresh, 0)
    );
    let revealed = seeds.previous.clone().expect("a revealed pair");
    assert_eq!((revealed.casts, before.client_seed.as_str()), (2, ""));
    assert!(
        crate::draw::is_device_value(&revealed.client_seed),
        "the device drew it"
    );
    let opened = crate::draw::ServerSeed::parse(&revealed.server_seed).expect("a seed");
    assert_eq!(opened.commit(), before.commit);
}

#[test]
fn no_seed_is_revealed_while_a_dive_is_open() {
    // Law I-37.
    let mut angler = Angler::new().with_coins(10);
    angler.dives(10, 1);
    let rotation = angler.rotation("mine");
    assert_eq!(angler.decide(rotation), Err(Refusal::FinishTheDiveFirst));
}

#[test]
fn a_seed_that_was_announced_before_never_comes_back() {
    // Law I-37: its seed would be known when used.
    let mut angler = Angler::new();
    for known in [
        angler.player.seeds.commit.clone(),
        angler.player.seeds.next_commit.clone(),
    ] {
        let mut rotation = angler.rotation("mine");
        rotation.fresh_commit = known;
        assert_eq!(
            angler.decide(rotation),
            Err(Refusal::InvalidField {
                field: "fresh_commit".into()
            })
        );
    }
}

#[test]
fn a_client_seed_that_was_known_when_the_next_seed_was_sealed_is_not_taken_again() {
    let mut angler = Angler::new();
    for next in ["mine", "other", "third"] {
        let fresh = angler.rotation(next);
        angler.must(fresh);
        let retired = angler.player.seeds.previous.clone().expect("a retired pair");
        for known in [retired.client_seed.as_str(), next] {
            let again = angler.rotation(known);
            let field = "client_seed".into();
            assert_eq!(angler.decide(again), Err(Refusal::InvalidField { field }), "{known:?}");
        }
    }
    let again = angler.rotation("mine");
    angler.must(again);
}

#[test]
fn a_wrong_opened_seed_and_a_malformed_client_seed_are_refused() {
    let mut angler = Angler::new();
    let bad = angler.rotation("two words");
    assert_eq!(
        angler.decide(bad),
        Err(Refusal::InvalidField {
            field: "client_seed".into()
        })
    );
    let command = angler.rotation("mine").into();
    let mut context = angler.context(&command);
    for opened in [None, Some(golden_seed()), Some(seed(99))] {
        context.seed = opened;
        let refused = angler.player.decide(&command, &context);
        assert_eq!(refused, Err(Refusal::InvalidField { field: "seed".into() }));
    }
}

#[test]
fn a_pair_that_cannot_carry_a_whole_dive_is_due_for_rotation() {
    let angler = Angler::new();
    let due = |nonce| {
        Seeds {
            nonce,
            ..angler.player.seeds.clone()
        }
        .rotation_due(&angler.config)
    };
    assert!(!due(9_963) && due(9_964));
}

#[test]
fn a_rested_pair_is_revealed_once_also_for_who_may_not_play() {
    let mut angler = Angler::new().with_coins(20);
    let reveal = |angler: &mut Angler| RevealSeed {
        fresh_commit: angler.fresh_commit(),
    };
    angler.dives(10, 1);
    let open = reveal(&mut angler);
    assert_eq!(angler.decide(open), Err(Refusal::FinishTheDiveFirst));
    angler.casts(2).surfaces();
    let (staff, reason) = ("ann".into(), "Chargeback".into());
    angler.must(Freeze { staff, reason });
    let rotation = angler.rotation("mine");
    assert_eq!(angler.decide(rotation), Err(Refusal::PlayerFrozen));
    let before = angler.player.seeds.clone();
    let rested = reveal(&mut angler);
    angler.must(rested);
    let seeds = &angler.player.seeds;
    assert_eq!((&seeds.commit, seeds.nonce), (&before.next_commit, 0));
    assert_eq!(
        seeds.client_seed, "",
        "the device draws the next one, after the commitment was shown"
    );
    let retired = seeds.previous.as_ref().map(|pair| (pair.casts, &pair.client_seed));
    assert_eq!(retired, Some((2, &before.client_seed)));
    let again = reveal(&mut angler);
    assert_eq!(angler.decide(again), Err(Refusal::StateChanged));
}
