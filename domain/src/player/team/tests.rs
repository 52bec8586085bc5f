use super::*;
use crate::player::Event;
use crate::player::registration::BindInviter;
use crate::refusal::Refusal;
use crate::testing::{Angler, START, root, with_root};
use proptest::prelude::*;

/// A friend whose inviter has an inviter.
fn friend() -> Angler {
    let grand = Angler::registered(100, None, START.plus_ms(-2));
    let father = Angler::registered(101, Some(grand.as_inviter()), START.plus_ms(-1));
    Angler::invited_by(Some(father.as_inviter()))
}

fn shares(angler: &Angler, profit: i64) -> Shares {
    let context = angler.context(&super::super::signin::SignIn.into());
    Shares::of(&angler.player, Gusd::from_minor(profit), &context)
}

fn amounts(shares: &Shares) -> (i64, i64) {
    let usdt = |share: &Option<Share>| share.as_ref().map_or(0, |share| share.usdt.minor());
    (usdt(&shares.l1), usdt(&shares.l2))
}

#[test]
fn the_published_day_gives_the_published_shares() {
    // domain §3.15: profit 4,130.50 gusd gives 0.020652 and 0.004130 USDT.
    assert_eq!(amounts(&shares(&friend(), 413_050)), (20_652, 4_130));
}

#[test]
fn the_second_level_is_a_switch_and_needs_an_upline() {
    let off = friend().under(|config| config.team.l2_enabled = false);
    assert_eq!(shares(&off, 413_050).l2, None);
    let father = Angler::registered(100, None, START.plus_ms(-1));
    let son = Angler::invited_by(Some(father.as_inviter()));
    assert_eq!(amounts(&shares(&son, 413_050)), (20_652, 0));
    assert_eq!(shares(&Angler::new(), 413_050), Shares::default());
    assert_eq!(shares(&friend(), 0), Shares::default());
}

#[test]
fn who_entered_the_houses_code_brings_nobody_a_share() {
    let mut angler = Angler::new().under(with_root);
    angler.must(BindInviter { code: root() });
    assert_eq!(shares(&angler, 413_050), Shares::default());
}

#[test]
fn the_house_is_nobodys_upline() {
    let mut father = Angler::registered(101, None, START.plus_ms(-1)).under(with_root);
    father.must(BindInviter { code: root() });
    let son = Angler::invited_by(Some(father.as_inviter()));
    assert_eq!(amounts(&shares(&son, 413_050)), (20_652, 0));
}

#[test]
fn whose_invite_was_refused_brings_nobody_a_share() {
    let mut tied = friend();
    let (shared, cluster, by) = (Shared::Network, "c1".into(), "system:ties".into());
    tied.must(RefuseInvite { shared, cluster, by });
    assert_eq!(shares(&tied, 413_050), Shares::default());
}

#[test]
fn a_tie_that_is_found_after_the_invite_was_valid_stops_later_shares_and_leaves_the_earlier_ones() {
    let mut tied = friend().with_coins(1_000);
    tied.dives(10, 1).casts(5).surfaces();
    assert!(tied.player.team.qualified);
    let before = shares(&tied, 413_050);
    before.evolve(&mut tied.player.team);
    assert!(amounts(&before).0 > 0 && amounts(&before).1 > 0, "{before:?}");
    let found = |shared| {
        let (cluster, by) = ("c1".into(), "system:ties".into());
        RefuseInvite { shared, cluster, by }
    };
    assert_eq!(tied.decide(found(Shared::Network)), Err(Refusal::StateChanged));
    let event = tied.must(found(Shared::Payee));
    let Event::RebatesStopped(stopped) = event else {
        panic!("{event:?}");
    };
    assert_eq!(
        Some(stopped.inviter),
        tied.player.registration.inviter.as_ref().map(|one| one.player)
    );
    assert_eq!(shares(&tied, 413_050), Shares::default());
    assert_eq!(tied.decide(found(Shared::Document)), Err(Refusal::StateChanged));
}

#[test]
fn an_inviter_counts_a_tied_friend_once() {
    let mut inviter = Angler::new();
    let note = NoteTiedFriend {
        friend: PlayerId::of_messenger(8),
        shared: Shared::Device,
    };
    inviter.must(note.clone());
    assert_eq!(inviter.player.team.tied_friends, 1);
    assert_eq!(inviter.give(note), Err(Refusal::AlreadyReceived));
}

proptest! {
    #[test]
    fn splitting_earnings_never_gains_nor_loses(parts in prop::collection::vec(0..100_000_i64, 1..60)) {
        // Law I-25: the same sum in whatever parts gives the same shares, at most 6 %.
        let mut angler = friend();
        let mut sums = (0, 0);
        for part in &parts {
            let share = shares(&angler, *part);
            share.evolve(&mut angler.player.team);
            sums = (sums.0 + amounts(&share).0, sums.1 + amounts(&share).1);
        }
        let total: i64 = parts.iter().sum();
        prop_assert_eq!(sums, amounts(&shares(&friend(), total)));
        prop_assert_eq!(sums, (total / 20, total / 100));
        prop_assert!((sums.0 + sums.1) * 100 <= total * 6);
    }
}
