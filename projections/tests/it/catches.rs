//! The collection: counted over any pages as the casts themselves say, and what is reached keeps its time.

use crate::play::compare;
use domain::ids::PlayerId;
use domain::player::fishing::{CastResolved, Surface};
use domain::player::signin::SignIn;
use domain::rank::{Board, Correct, MARKED, Period, RankCommand};
use domain::time::{DAY_MS, Timestamp};
use ledger::testing::players::{cast, give_coins, must, open_the_house, partition, register, start_dive};
use ledger::testing::{ledger, on_one_and_four_partitions};
use ledger::{Ledger, Plain, Request, StreamId};
use projections::catches::Caught;
use projections::runner::drain;
use projections::{FOLLOWING, achievements, catches, dives, ranks, week_places};
use std::cmp::Reverse;
use std::collections::BTreeSet;

on_one_and_four_partitions![
    the_best_and_the_first_of_a_species_are_those_of_the_casts,
    a_week_counts_each_species_once_and_its_board_gives_a_mark_that_a_correction_moves,
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

/// The board of the week of a moment, by player and number of species.
async fn week_of(ledger: &Ledger, at: Timestamp) -> Vec<(PlayerId, i64)> {
    let week = Some(Period::Week(ranks::monday(at.day())));
    let board = ranks::board(ledger.pool(), Board::Species, week, ledger.clock().now(), 100).await;
    let entries = board.expect("a board");
    entries.iter().map(|entry| (entry.player, entry.score)).collect()
}

async fn a_week_counts_each_species_once_and_its_board_gives_a_mark_that_a_correction_moves(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let mut players = Vec::new();
    for (tg_id, stake, casts) in [(1, 10, 37), (2, 500, 12), (3, 10, 12), (4, 10, 12)] {
        let player = register(&ledger, tg_id).await;
        let mut caught: Vec<CastResolved> = dive(&ledger, player, stake, casts).await;
        caught.extend(dive(&ledger, player, stake, 12).await);
        let species: BTreeSet<String> = caught.into_iter().filter_map(|cast| cast.id).collect();
        players.push((player, species.len() as i64));
    }
    let first = ledger.clock().now();
    let by_score =
        |(player, score): &(PlayerId, i64)| (Reverse(*score), players.iter().position(|(one, _)| one == player));
    let mut expected = players.clone();
    // Who comes first in the list has dived before the others.
    expected.sort_by_key(by_score);
    assert_eq!(week_of(&ledger, first).await, expected, "whatever the stake");
    ledger.clock().advance_ms(7 * DAY_MS);
    assert!(
        week_of(&ledger, ledger.clock().now()).await.is_empty(),
        "a week begins with nothing"
    );
    dive(&ledger, players[3].0, 10, 12).await;
    assert_eq!(
        week_of(&ledger, first).await,
        expected,
        "a later week changes nothing in an earlier one"
    );

    let period = Period::Week(ranks::monday(first.day()));
    let entries = ranks::board(ledger.pool(), Board::Species, Some(period), first, 100)
        .await
        .expect("a board");
    let (id, board) = (StreamId::thing(period.id(Board::Species).0), Board::Species);
    let marked = async |place: usize| {
        drain(&ledger, FOLLOWING).await.expect("drained");
        let at = week_places::first_among(ledger.pool(), expected[place].0, MARKED).await;
        at.expect("read").is_some()
    };
    assert!(!marked(0).await, "before it is closed");
    for command in [
        RankCommand::Close { board, period, entries },
        RankCommand::Correct(Correct {
            player: expected[1].0,
            case_id: "case-1".into(),
            proposer: "ann".into(),
            approver: "bob".into(),
            reason: "A ring".into(),
        }),
    ] {
        let is_correction = matches!(command, RankCommand::Correct { .. });
        let reply = ledger.ranks().execute(&id, command, Request::default(), Plain).await;
        assert!(reply.expect("a reply").is_accepted());
        let marks = [marked(0).await, marked(1).await, marked(2).await, marked(3).await];
        assert_eq!(
            marks,
            [true, !is_correction, true, is_correction],
            "the fourth moves up"
        );
    }
    for view in ["week_catches", "week_places"] {
        let compared = compare(&ledger, view).await;
        assert_eq!((compared.live > 0, compared.different), (true, 0), "{view}");
    }
}

/// When something was reached.
async fn reached(ledger: &Ledger, player: PlayerId, name: &str) -> Option<Timestamp> {
    let caught = collection(ledger, player).await;
    let reached = achievements::of(ledger.pool(), partition(ledger, player), player, &caught, None).await;
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
