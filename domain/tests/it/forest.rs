//! Random graphs of invitations: a forest whatever players try (law I-26, threat T-39),
//! and shares that reach exactly two levels above the earner (threat T-41).

use domain::ids::PlayerId;
use domain::player::registration::BindInviter;
use domain::testing::{Angler, START};
use proptest::prelude::*;

/// Players of random age, and who tries to bind to whom; the data of an inviter may be stale.
fn tries() -> impl Strategy<Value = (Vec<i64>, Vec<(usize, usize, bool)>)> {
    let ages = prop::collection::vec(0..6_i64, 2..9);
    ages.prop_flat_map(|ages| {
        let one = || 0..ages.len();
        let tries = prop::collection::vec((one(), one(), any::<bool>()), 1..60);
        (Just(ages.clone()), tries)
    })
}

proptest! {
    #[test]
    fn nobody_is_above_oneself_and_shares_reach_two_levels((ages, tries) in tries()) {
        let mut players: Vec<Angler> = (0_i64..)
            .zip(&ages)
            .map(|(number, age)| Angler::registered(100 + number, None, START.plus_ms(*age)))
            .collect();
        let first_news: Vec<_> = players.iter().map(Angler::as_inviter).collect();
        for (friend, inviter, is_news) in tries {
            let inviter = if is_news { players[inviter].as_inviter() } else { first_news[inviter].clone() };
            let before = players[friend].player.registration.inviter.clone();
            let accepted = players[friend].give(BindInviter { code: inviter.into() }).is_ok();
            prop_assert!(before.is_none() || !accepted, "bound once, for ever");
        }
        let above = |id: PlayerId| {
            let player = players.iter().find(|angler| angler.player.id == id);
            player.and_then(|angler| angler.player.registration.inviter.clone())
        };
        for angler in &players {
            let id = angler.player.id;
            let chain = std::iter::successors(above(id), |inviter| above(inviter.player));
            let chain: Vec<PlayerId> = chain.take(players.len() + 1).map(|inviter| inviter.player).collect();
            prop_assert!(chain.len() < players.len() && !chain.contains(&id), "a forest");
            let upline = above(id).and_then(|inviter| inviter.upline);
            prop_assert!(upline.is_none() || (upline != chain.first().copied() && upline != Some(id)), "two people");
        }
    }
}
