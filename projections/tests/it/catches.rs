//! The collection: counted over any pages as the casts themselves say, and what is reached keeps its time.

use crate::play::compare;
use domain::ids::PlayerId;
use domain::player::fishing::{CastResolved, Surface};
use domain::player::signin::SignIn;
use domain::time::{DAY_MS, Timestamp};
use ledger::Ledger;
use ledger::testing::players::{cast, give_coins, must, open_the_house, partition, register, start_dive};
use ledger::testing::{ledger, on_one_and_four_partitions};
use projections::catches::Caught;
use projections::runner::drain;
use projections::{FOLLOWING, achievements, catches, dives};

on_one_and_four_partitions![
    the_best_and_the_first_of_a_species_are_those_of_the_casts,
    what_is_reached_keeps_its_first_time,
];

/// Dives to the bottom, with pages that end anywhere.
async fn dive(ledger: &Ledger, player: PlayerId, stake: i64, casts: u32) -> Vec<CastResolved> {
    give_coins(ledger, player, stake * i64::from(casts)).await;
    let dive = start_dive(ledger, player, stake).await;
    for seq in 1..=casts {
        ledger.clock().advance_ms(2_500);
        must(ledger, player, cast(dive, seq)).await;
        if seq % 7 == 0 {
            drain(ledger, FOLLOWING).await.expect("drained");
        }
    }
    if casts < 37 {
        must(ledger, player, Surface { dive }).await;
    }
    drain(ledger, FOLLOWING).await.expect("drained");
    let detail = dives::detail(ledger.pool(), partition(ledger, player), player, dive).await;
    detail.expect("read").expect("a dive").casts
}

/// What the view has, by species.
async fn collection(ledger: &Ledger, player: PlayerId) -> Vec<Caught> {
    let caught = catches::of(ledger.pool(), partition(ledger, player), player).await;
    caught.expect("a collection")
}

async fn the_best_and_the_first_of_a_species_are_those_of_the_casts(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let player = register(&ledger, 1).await;
    let mut casts = Vec::new();
    for (stake, deep) in [(10, 37), (50, 12), (20, 12), (50, 12)] {
        casts.extend(dive(&ledger, player, stake, deep).await);
    }
    let caught = collection(&ledger, player).await;
    let mut known = 0;
    for species in &caught {
        let of: Vec<&CastResolved> = casts
            .iter()
            .filter(|cast| cast.id.as_deref() == Some(species.species.as_str()))
            .collect();
        known += of.len();
        let (first, last) = (of.first().expect("caught"), of.last().expect("caught"));
        assert_eq!((species.times, species.first_dive), (of.len() as i64, first.dive));
        assert_eq!((species.first_at, species.last_at), (first.at, last.at));
        let most = of.iter().map(|cast| cast.value).max().expect("caught");
        let best = of.iter().find(|cast| cast.value == most).expect("the first of equals");
        assert_eq!(
            (species.best.value, species.best.level, species.best.at),
            (most, best.level, best.at)
        );
    }
    assert_eq!(known, casts.iter().filter(|cast| cast.id.is_some()).count());
    let grown = |species: &Caught| species.times > 1 && species.best.at > species.first_at;
    assert!(caught.iter().any(grown), "the best was not always the first");
    assert_eq!(compare(&ledger, "catches").await.different, 0);
}

/// When something was reached.
async fn reached(ledger: &Ledger, player: PlayerId, name: &str) -> Option<Timestamp> {
    let caught = collection(ledger, player).await;
    let reached = achievements::of(ledger.pool(), partition(ledger, player), player, &caught).await;
    let (.., at) = *reached
        .expect("read")
        .iter()
        .find(|(known, ..)| *known == name)
        .expect("its name");
    at
}

async fn what_is_reached_keeps_its_first_time(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let player = register(&ledger, 1).await;
    let first = dive(&ledger, player, 10, 37).await;
    let depth = |level: u8| first.iter().find(|cast| cast.level == level).map(|cast| cast.at);
    let catch = first.iter().find(|cast| cast.id.is_some()).map(|cast| cast.at);
    dive(&ledger, player, 10, 12).await;
    for (name, at) in [
        ("depth_10", depth(10)),
        ("depth_20", depth(20)),
        ("depth_bottom", depth(37)),
        ("first_catch", catch),
        ("week_checked_in", None),
        ("first_friend", None),
    ] {
        assert_eq!(reached(&ledger, player, name).await, at, "{name}");
    }
    let mut seventh = None;
    for day in 1..=9 {
        must(&ledger, player, SignIn).await;
        if day == 7 {
            seventh = Some(ledger.clock().now());
        }
        drain(&ledger, FOLLOWING).await.expect("drained");
        ledger.clock().advance_ms(DAY_MS);
    }
    assert_eq!(reached(&ledger, player, "week_checked_in").await, seventh);
    let compared = compare(&ledger, "achievements").await;
    assert_eq!((compared.live, compared.different), (4, 0));
}
