//! A snapshot that is not the fold of its events.

use super::bank::{Account, balance_by_events, tables_beside};
use crate::players::{act, cast, give_coins, must, open_the_house, register, start_dive, state};
use cqrs_es::EventStore;
use cqrs_es::persist::PersistedEventStore;
use domain::ids::PlayerId;
use domain::player::{Event, Player};
use domain::stream::Stream;
use ledger::testing::{GENESIS_MS, database, ledger, on_one_and_four_partitions, open};
use ledger::{Clock, Ledger, feed};
use postgres_es::{PostgresEventRepository, postgres_aggregate_cqrs, postgres_snapshot_cqrs};
use sqlx::{PgPool, Row};
use std::time::Duration;

/// A snapshot that is not written by then never will be.
const WAIT_MAX: Duration = Duration::from_secs(30);

on_one_and_four_partitions![
    credits_are_counted_once_whatever_was_kept_of_them,
    a_snapshot_is_the_fold_up_to_its_version,
];

async fn by_snapshot(pool: &PgPool, size: usize) -> i64 {
    let repository = PostgresEventRepository::new(pool.clone());
    let store = PersistedEventStore::<_, Account>::new_snapshot_store(repository, size);
    store.load_aggregate("a").await.expect("loaded").aggregate.balance
}

async fn credits_are_counted_once_whatever_was_kept_of_them(partitions: u16) {
    let database = database(partitions).await;
    let ledger = open(database.clone(), Clock::fixed(GENESIS_MS)).await;
    let pool = tables_beside(&ledger).await;
    let snapshots = postgres_snapshot_cqrs::<Account>(pool.clone(), Vec::new(), 2, ());
    let aggregates = postgres_aggregate_cqrs::<Account>(pool.clone(), Vec::new(), ());
    for _ in 0..4 {
        snapshots.execute("a", vec![100]).await.expect("credited");
        aggregates.execute("b", vec![100]).await.expect("credited");
    }
    assert_eq!(
        (balance_by_events(&pool, "a").await, by_snapshot(&pool, 2).await),
        (400, 600)
    );
    let kept: i64 = sqlx::query("select (payload ->> 'balance')::bigint from snapshots where aggregate_id = 'b'")
        .fetch_one(&pool)
        .await
        .expect("a snapshot")
        .get(0);
    assert_eq!((balance_by_events(&pool, "b").await, kept), (400, 800));

    let player = register(&ledger, 1).await;
    for _ in 0..210 {
        give_coins(&ledger, player, 100).await;
    }
    snapshot_of(&ledger, player).await;
    let cold = open(database, Clock::fixed(GENESIS_MS)).await;
    for process in [&ledger, &cold] {
        assert_eq!(state(process, player).await.wallet.coins().minor(), 21_000, "I-11");
    }
}

/// Version and state of a player's snapshot, as soon as there is one.
async fn snapshot_of(ledger: &Ledger, player: PlayerId) -> (i64, Player) {
    let look = async {
        loop {
            let row = sqlx::query("select version, state from snapshots where aggregate_id = $1")
                .bind(player.to_string())
                .fetch_optional(ledger.pool())
                .await
                .expect("snapshots");
            if let Some(row) = row {
                return (row.get(0), row.get::<Vec<u8>, _>(1));
            }
        }
    };
    let (version, state) = tokio::time::timeout(WAIT_MAX, look).await.expect("a snapshot");
    (version, serde_json::from_slice(&state).expect("a state"))
}

async fn a_snapshot_is_the_fold_up_to_its_version(partitions: u16) {
    let ledger = ledger(partitions).await;
    let pool = tables_beside(&ledger).await;
    // One commit of four events across the boundary at three: all four, and the first three again.
    let snapshots = postgres_snapshot_cqrs::<Account>(pool.clone(), Vec::new(), 3, ());
    snapshots.execute("a", vec![100; 4]).await.expect("credited");
    let row = sqlx::query("select last_sequence, (payload ->> 'balance')::bigint from snapshots")
        .fetch_one(&pool)
        .await
        .expect("a snapshot");
    assert_eq!((row.get::<i64, _>(0), row.get::<i64, _>(1)), (4, 700));

    open_the_house(&ledger).await;
    let player = register(&ledger, 1).await;
    // With the terms and the start of the dive, 62 events come before the casts.
    for _ in 0..60 {
        give_coins(&ledger, player, 100).await;
    }
    let dive = start_dive(&ledger, player, 10).await;
    for seq in 1..=36 {
        must(&ledger, player, cast(dive, seq)).await;
    }
    // The last cast closes the dive: versions 100 and 101 are one commit.
    assert_eq!(act(&ledger, player, cast(dive, 37)).await.version, 101);
    let (version, kept) = snapshot_of(&ledger, player).await;
    let mut folded = Player::default();
    let events = feed::read_stream_page(ledger.pool(), Player::TYPE, &player.to_string(), 0, version).await;
    for event in events.expect("events") {
        folded.evolve(&event.decode::<Event>().expect("an event"));
    }
    assert_eq!((version, kept), (101, folded), "I-11");
}
