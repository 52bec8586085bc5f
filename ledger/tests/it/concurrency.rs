//! Races: many tasks, two ledgers on one database as two processes would be.

use crate::players::{
    VersionAndCoins, act, adjust, cast, diver, give_coins, open_the_house, register, request, state, verified,
};
use domain::player::signin::SignIn;
use ledger::testing::{GENESIS_MS, database, ledger, on_one_and_four_partitions, open};
use ledger::{Clock, Ledger, Reply, Request, StreamId};
use std::collections::HashSet;
use uuid::Uuid;

on_one_and_four_partitions![
    a_check_in_raced_by_fifty_from_two_processes_happens_once,
    equal_requests_raced_from_two_processes_get_identical_answers,
    no_command_is_lost_on_a_stream_that_two_processes_fight_for,
    a_stale_process_never_refuses_on_what_it_remembers,
    many_players_at_once_keep_every_promise,
    a_full_queue_answers_busy_and_nothing_is_half_done,
];

async fn two_ledgers(partitions: u16) -> [Ledger; 2] {
    let database = database(partitions).await;
    let clock = Clock::fixed(GENESIS_MS);
    [open(database.clone(), clock.clone()).await, open(database, clock).await]
}

async fn a_check_in_raced_by_fifty_from_two_processes_happens_once(partitions: u16) {
    let ledgers = two_ledgers(partitions).await;
    for tg_id in 1..=10 {
        let player = register(&ledgers[0], tg_id).await;
        let race = (0..50).map(|turn| {
            let ledger = ledgers[turn % 2].clone();
            tokio::spawn(async move { act(&ledger, player, SignIn).await.code })
        });
        let codes: Vec<i32> = join(race).await;
        assert_eq!(codes.iter().filter(|&&code| code == 0).count(), 1, "T-18: {codes:?}");
        assert!(codes.iter().all(|&code| code == 0 || code == 4006), "{codes:?}");
    }
    assert!(verified(&ledgers[0]).await.is_clean());
}

async fn equal_requests_raced_from_two_processes_get_identical_answers(partitions: u16) {
    let ledgers = two_ledgers(partitions).await;
    let player = register(&ledgers[0], 1).await;
    for _ in 0..20 {
        let request = request(Uuid::now_v7());
        let race = (0..20).map(|turn| {
            let (ledger, request) = (ledgers[turn % 2].clone(), request.clone());
            tokio::spawn(async move {
                let id = StreamId::player(player);
                ledger
                    .players()
                    .execute(&id, adjust(1).into(), request, VersionAndCoins)
                    .await
                    .expect("a reply")
            })
        });
        let replies: Vec<Reply> = join(race).await;
        let answers: HashSet<&str> = replies.iter().map(|reply| reply.data.as_str()).collect();
        assert_eq!(answers.len(), 1, "T-14: {answers:?}");
        assert_eq!(replies.iter().filter(|reply| !reply.replayed).count(), 1);
    }
    let state = state(&ledgers[1], player).await;
    assert_eq!(state.wallet.coins().minor(), 20);
}

async fn no_command_is_lost_on_a_stream_that_two_processes_fight_for(partitions: u16) {
    let ledgers = two_ledgers(partitions).await;
    let player = register(&ledgers[0], 1).await;
    let race = (0..200).map(|turn| {
        let ledger = ledgers[turn % 2].clone();
        tokio::spawn(async move {
            let id = StreamId::player(player);
            let request = request(Uuid::now_v7());
            let mut reply = ledger
                .players()
                .execute(&id, adjust(1).into(), request.clone(), VersionAndCoins)
                .await;
            // Busy is a promise that nothing was written: the same request id may be sent again.
            while matches!(reply, Err(ledger::CommandError::Busy)) {
                reply = ledger
                    .players()
                    .execute(&id, adjust(1).into(), request.clone(), VersionAndCoins)
                    .await;
            }
            reply.expect("a reply").is_accepted()
        })
    });
    assert!(join::<bool>(race).await.into_iter().all(|accepted| accepted));
    let loaded = ledgers[0]
        .players()
        .load(&StreamId::player(player))
        .await
        .expect("loaded");
    assert_eq!(
        (loaded.version, loaded.state.wallet.coins().minor()),
        (201, 200),
        "F-24"
    );
    assert!(verified(&ledgers[1]).await.is_clean());
}

async fn a_stale_process_never_refuses_on_what_it_remembers(partitions: u16) {
    let ledgers = two_ledgers(partitions).await;
    open_the_house(&ledgers[0]).await;
    ledgers[1].refresh().await.expect("refreshed");
    let (player, dive) = diver(&ledgers[0], 1, 10, 10).await;
    assert!(act(&ledgers[0], player, cast(dive, 1)).await.is_accepted());
    assert_eq!(act(&ledgers[0], player, cast(dive, 2)).await.code, 2001);
    give_coins(&ledgers[1], player, 10).await;
    assert!(
        act(&ledgers[0], player, cast(dive, 2)).await.is_accepted(),
        "the other process gave the coins"
    );
    assert_eq!(state(&ledgers[1], player).await.seeds.nonce, 2);
}

async fn many_players_at_once_keep_every_promise(partitions: u16) {
    let ledgers = two_ledgers(partitions).await;
    open_the_house(&ledgers[0]).await;
    ledgers[1].refresh().await.expect("refreshed");
    let race = (0..60).map(|number| {
        let ledger = ledgers[number % 2].clone();
        tokio::spawn(async move {
            let (player, dive) = diver(&ledger, number as i64 + 1, 1_000, 10).await;
            for seq in 1..=10 {
                assert!(act(&ledger, player, cast(dive, seq)).await.is_accepted());
            }
            act(&ledger, player, domain::player::fishing::Surface { dive })
                .await
                .is_accepted()
        })
    });
    assert!(join::<bool>(race).await.into_iter().all(|accepted| accepted));
    let report = verified(&ledgers[0]).await;
    assert!(report.is_clean(), "{:?}", report.first());
    assert!(report.events >= 60 * 14);
}

async fn a_full_queue_answers_busy_and_nothing_is_half_done(partitions: u16) {
    let ledger = ledger(partitions).await;
    let player = register(&ledger, 1).await;
    let race = (0..12_000).map(|_| {
        let ledger = ledger.clone();
        tokio::spawn(async move {
            let id = StreamId::player(player);
            match ledger
                .players()
                .execute(&id, adjust(1).into(), Request::default(), VersionAndCoins)
                .await
            {
                Ok(reply) => i64::from(reply.is_accepted()),
                Err(ledger::CommandError::Busy) => 0,
                Err(error) => panic!("{error}"),
            }
        })
    });
    let accepted: i64 = join::<i64>(race).await.into_iter().sum();
    let state = state(&ledger, player).await;
    assert_eq!(state.wallet.coins().minor(), accepted);
    assert!(verified(&ledger).await.is_clean());
}

async fn join<T>(race: impl Iterator<Item = tokio::task::JoinHandle<T>>) -> Vec<T> {
    let mut results = Vec::new();
    for task in race.collect::<Vec<_>>() {
        results.push(task.await.expect("a task"));
    }
    results
}
