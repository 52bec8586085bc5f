//! A full queue answers Busy and loses nothing; of several commands with one expected version the first is accepted.

use crate::players::{adjust, register, request, state, verified};
use crate::waiting::until;
use ledger::testing::{GENESIS_MS, database, ledger, on_one_and_four_partitions, open, partitions};
use ledger::{Clock, CommandError, Ledger, Plain, Request, StreamId};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Barrier;
use uuid::Uuid;

on_one_and_four_partitions![of_many_who_saw_the_same_version_one_is_accepted];

/// More commands than any queue holds.
const CROWD: usize = 30_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_answers_busy_and_every_command_happens_once_in_the_end() {
    let ledger = ledger(partitions()).await;
    let mut players = Vec::new();
    for tg_id in 1..=50 {
        players.push(register(&ledger, tg_id).await);
    }
    let mut blocker = ledger.pool().begin().await.expect("a transaction");
    sqlx::query("select 1 from heads for update")
        .execute(&mut *blocker)
        .await
        .expect("locked");
    let busy = Arc::new(AtomicUsize::new(0));
    let tasks: Vec<_> = (0..CROWD)
        .map(|turn| {
            let (ledger, busy, player) = (ledger.clone(), busy.clone(), players[turn % 50]);
            tokio::spawn(async move {
                let request = request(Uuid::now_v7());
                loop {
                    let id = StreamId::player(player);
                    match ledger
                        .players()
                        .execute(&id, adjust(1).into(), request.clone(), Plain)
                        .await
                    {
                        Ok(reply) => return reply.is_accepted(),
                        Err(CommandError::Busy) => busy.fetch_add(1, Ordering::SeqCst),
                        Err(error) => panic!("{error}"),
                    };
                    // The caller comes back when it is its turn again; the request id is the same.
                    tokio::task::yield_now().await;
                }
            })
        })
        .collect();
    until(async || busy.load(Ordering::SeqCst) > 0).await;
    drop(blocker);
    for task in tasks {
        assert!(task.await.expect("a task"));
    }
    for player in players {
        assert_eq!(state(&ledger, player).await.wallet.coins().minor(), CROWD as i64 / 50);
    }
    assert!(verified(&ledger).await.is_clean());
}

async fn of_many_who_saw_the_same_version_one_is_accepted(partitions: u16) {
    let database = database(partitions).await;
    let clock = Clock::fixed(GENESIS_MS);
    let ledgers: [Ledger; 2] = [open(database.clone(), clock.clone()).await, open(database, clock).await];
    let player = register(&ledgers[0], 1).await;
    for version in 1..=30 {
        let start = Arc::new(Barrier::new(20));
        let race: Vec<_> = (0..20)
            .map(|turn| {
                let (ledger, start) = (ledgers[turn % 2].clone(), start.clone());
                tokio::spawn(async move {
                    let expecting = Request {
                        expected_version: Some(version),
                        ..Request::default()
                    };
                    start.wait().await;
                    let id = StreamId::player(player);
                    let reply = ledger.players().execute(&id, adjust(1).into(), expecting, Plain).await;
                    reply.expect("a reply")
                })
            })
            .collect();
        let mut accepted = 0;
        for reply in race {
            let reply = reply.await.expect("a task");
            assert!([0, 9003].contains(&reply.code), "{reply:?}");
            assert!(reply.version > version, "an answer of the newest state: {reply:?}");
            accepted += usize::from(reply.is_accepted());
        }
        assert_eq!(accepted, 1, "version {version}");
    }
    let loaded = ledgers[1]
        .players()
        .load(&StreamId::player(player))
        .await
        .expect("loaded");
    assert_eq!((loaded.version, loaded.state.wallet.coins().minor()), (31, 30));
}
