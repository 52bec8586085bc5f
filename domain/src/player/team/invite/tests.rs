use super::*;
use crate::player::registration::BindInviter;
use crate::posting::Purse;
use crate::testing::{Angler, START, root, with_root};

fn friend() -> Angler {
    let father = Angler::registered(101, None, START.plus_ms(-1));
    Angler::invited_by(Some(father.as_inviter()))
}

fn refuse() -> RefuseInvite {
    RefuseInvite {
        shared: Shared::Device,
        cluster: "device-1".into(),
        by: "risk".into(),
    }
}

fn qualifies(angler: &mut Angler) -> bool {
    let events = angler.give(angler.surface()).expect("surfaces");
    events.iter().any(|event| matches!(event, Event::InviteQualified(_)))
}

#[test]
fn the_first_dive_with_five_casts_makes_the_invite_valid_once() {
    let mut angler = friend().with_coins(1_000);
    angler.dives(10, 1).casts(4);
    assert!(!qualifies(&mut angler), "four casts are too few");
    angler.dives(10, 1).casts(5);
    assert!(qualifies(&mut angler));
    angler.dives(10, 1).casts(5);
    assert!(!qualifies(&mut angler), "law I-27: once");
    assert_eq!(angler.has(Purse::Diamond), 0, "the diamonds are the inviter's");
}

#[test]
fn the_last_cast_decides_whether_the_dive_was_within_seven_days() {
    for (late_ms, valid) in [(-1, true), (0, false)] {
        let mut angler = friend().with_coins(1_000);
        angler
            .wait(7 * DAY_MS - 5 * 2_500 + late_ms)
            .dives(10, 1)
            .casts(5)
            .wait(DAY_MS);
        assert_eq!(qualifies(&mut angler), valid);
    }
}

#[test]
fn a_player_without_an_inviter_makes_nobodys_invite_valid() {
    let mut houses = Angler::new().under(with_root);
    houses.must(BindInviter { code: root() });
    for angler in [Angler::new(), houses] {
        let mut angler = angler.with_coins(1_000);
        angler.dives(10, 1).casts(5);
        assert!(!qualifies(&mut angler));
        assert_eq!(
            angler.decide(refuse()),
            Err(Refusal::RecordNotFound),
            "there is no invite"
        );
    }
}

#[test]
fn a_friend_is_counted_under_a_key_that_exists_once() {
    let mut angler = Angler::new();
    let friend = PlayerId::of_messenger(8);
    let decision = angler.decide(CountInvite { friend }).expect("counts");
    assert_eq!(decision.claims[0].key, format!("invite:{friend}"));
    angler.must(CountInvite { friend });
    assert_eq!(angler.player.team.valid_invites, 1);
    let own = CountInvite {
        friend: angler.player.id,
    };
    assert_eq!(angler.decide(own), Err(Refusal::CannotUseThisCode));
}

#[test]
fn a_friend_who_shares_the_inviters_device_is_never_valid() {
    // Threat T-40.
    let mut angler = friend().with_coins(1_000);
    angler.must(refuse());
    angler.dives(10, 1).casts(5);
    assert!(!qualifies(&mut angler));
    assert_eq!(angler.decide(refuse()), Err(Refusal::StateChanged));
}

#[test]
fn an_invite_is_refused_for_a_reason_and_a_valid_one_brings_no_more_rebates() {
    let silent = RefuseInvite {
        cluster: " ".into(),
        ..refuse()
    };
    assert_eq!(friend().decide(silent), Err(Refusal::ReasonMissing));
    assert_eq!(Angler::new().decide(refuse()), Err(Refusal::RecordNotFound));
    let mut angler = friend().with_coins(1_000);
    angler.dives(10, 1).casts(5);
    assert!(qualifies(&mut angler));
    let found = angler.must(refuse());
    assert!(matches!(found, Event::RebatesStopped(_)), "{found:?}");
    assert_eq!(angler.decide(refuse()), Err(Refusal::StateChanged));
}
