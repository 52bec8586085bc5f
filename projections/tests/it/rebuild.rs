//! Rebuilding: the log makes the rows again, a row that differs is found, and nobody notices the swap.

use crate::play::{
    assert_views_are_the_log, compare, crowd, key_of, owner, play, rebuild, tamper, until, view, waits_for,
};
use domain::ids::PlayerId;
use ledger::Ledger;
use ledger::testing::players::{open_the_house, register};
use ledger::testing::{ledger, on_one_and_four_partitions};
use projections::rebuild::{Compared, Intent, Mode, RebuildError, run, views};
use projections::runner::drain;
use projections::{FOLLOWING, dives, players};
use sqlx::{Connection, PgConnection, Row};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use tokio::task::JoinSet;

async fn played(partitions: u16, seed: u64) -> (Ledger, Vec<PlayerId>) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let players = crowd(&ledger, 1..25, seed).await;
    play(&ledger, &players, 60, seed).await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    (ledger, players)
}

async fn the_log_makes_every_view_again_i_19(partitions: u16) {
    for seed in [1, 2] {
        let (ledger, _) = played(partitions, seed).await;
        assert_views_are_the_log(&ledger).await;
        for name in ["dives", "catches", "players", "revealed_seeds", "balances", "postings"] {
            assert!(compare(&ledger, name).await.live > 2, "{name} has something to compare");
        }
    }
}

async fn a_row_that_differs_is_found_and_the_swap_mends_it(partitions: u16) {
    let (ledger, _) = played(partitions, 3).await;
    for (name, defect) in [
        ("players", "update players set scode = 'X' where tg_id = 3"),
        ("players", "delete from players where tg_id = 3"),
        (
            "dives",
            "update dives set closed = '{}' where ctid = (select min(ctid) from dives)",
        ),
        (
            "revealed_seeds",
            "insert into revealed_seeds values (0, gen_random_uuid(), 'c', 's')",
        ),
    ] {
        tamper(&ledger, defect).await;
        let Compared { different, first, .. } = compare(&ledger, name).await;
        assert_eq!(different, 1, "{defect}");
        let first = first.expect("a difference");
        assert_ne!(first.live, first.rebuilt);
        assert_eq!(first.live.is_none(), defect.starts_with("delete"));
        assert_eq!(first.rebuilt.is_none(), defect.starts_with("insert"));
        assert_eq!(compare(&ledger, name).await.different, 1, "comparing changes nothing");
        let report = rebuild(&ledger, name, Intent::Swap).await;
        assert_eq!((report.swapped, report.compared.different), (true, 1));
        assert_eq!(compare(&ledger, name).await.different, 0, "{name} is mended");
    }
    // The new tables are written to by the application's role, and are found by their indexes' names.
    let more = crowd(&ledger, 100..110, 4).await;
    play(&ledger, &more, 30, 4).await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    assert_views_are_the_log(&ledger).await;
}

async fn money_that_differs_is_found_and_left_alone(partitions: u16) {
    let (ledger, _) = played(partitions, 5).await;
    let row =
        "account = 'coin_paid' and owner = (select min(owner::text)::uuid from balances where account = 'coin_paid')";
    for (name, defect, mend) in [
        (
            "balances",
            "update balances set balance = balance + 1",
            "update balances set balance = balance - 1",
        ),
        (
            "postings",
            "update postings set after = after + 1",
            "update postings set after = after - 1",
        ),
    ] {
        assert_eq!(compare(&ledger, name).await.different, 0);
        tamper(&ledger, &format!("{defect} where {row}")).await;
        let report = rebuild(&ledger, name, Intent::Swap).await;
        assert!(report.compared.different > 0 && !report.swapped, "{report:?}");
        assert!(
            report
                .compared
                .first
                .expect("a row")
                .live
                .expect("a row")
                .contains("coin_paid")
        );
        assert!(compare(&ledger, name).await.different > 0, "nothing was mended");
        tamper(&ledger, &format!("{mend} where {row}")).await;
    }
}

on_one_and_four_partitions!(
    the_log_makes_every_view_again_i_19,
    a_row_that_differs_is_found_and_the_swap_mends_it,
    money_that_differs_is_found_and_left_alone,
);

/// What a table is made of beside its rows.
async fn made_of(ledger: &Ledger) -> String {
    let row = sqlx::query(
        "select (select string_agg(indexdef, ';' order by indexname) from pg_indexes where schemaname = 'public')
             || (select string_agg(relname || coalesce(relacl::text, ''), ';' order by relname) from pg_class
                  where relnamespace = 'public'::regnamespace)
             || (select string_agg(conname || pg_get_constraintdef(oid), ';' order by conname, conrelid::regclass::text)
                   from pg_constraint where connamespace = 'public'::regnamespace)",
    );
    let row = row.fetch_one(ledger.pool()).await;
    row.and_then(|row| row.try_get(0)).expect("a description")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_new_table_has_the_indexes_constraints_and_rights_of_the_old_and_leaves_no_copy() {
    let (ledger, _) = played(1, 6).await;
    let before = made_of(&ledger).await;
    for (view, _) in views().filter(|(_, mode)| *mode == Mode::Following) {
        rebuild(&ledger, view.name(), Intent::Swap).await;
    }
    assert_eq!(made_of(&ledger).await, before);
    let copies = sqlx::query("select count(*) from pg_class where relnamespace = 'rebuild'::regnamespace");
    let copies = copies.fetch_one(ledger.pool()).await;
    assert_eq!(copies.and_then(|row| row.try_get::<i64, _>(0)).expect("a count"), 0);
}

/// Reads lists and teams until it is stopped; a read that fails ends it. Returns how many were made.
async fn read_on(ledger: Ledger, readers: Vec<PlayerId>, stop: Arc<AtomicBool>) -> u64 {
    let mut reads = 0;
    while !stop.load(Ordering::SeqCst) {
        for player in &readers {
            let partition = ledger.partition_of(player.0);
            let page = dives::page(ledger.pool(), partition, *player, None, 10)
                .await
                .expect("a list");
            assert!(!page.lines.is_empty(), "half a view is never seen");
            if let Some(row) = page.lines.first() {
                let found = dives::detail(ledger.pool(), partition, *player, row.dive)
                    .await
                    .expect("a dive");
                assert!(found.is_some());
            }
            players::team(ledger.pool(), *player).await.expect("a team");
            reads += 1;
        }
    }
    reads
}

#[tokio::test(flavor = "multi_thread")]
async fn views_are_rebuilt_under_load_without_a_reader_or_a_follower_noticing_f_28() {
    let (ledger, _) = played(4, 7).await;
    let mut readers = Vec::new();
    for tg_id in 500..503 {
        let player = register(&ledger, tg_id).await;
        ledger::testing::players::give_coins(&ledger, player, 1_000).await;
        ledger::testing::players::dive(&ledger, player, 2).await;
        readers.push(player);
    }
    drain(&ledger, FOLLOWING).await.expect("drained");
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let followers = projections::runner::run(&ledger, FOLLOWING, &stopped);
    let done = Arc::new(AtomicBool::new(false));
    let reading = tokio::spawn(read_on(ledger.clone(), readers, done.clone()));
    let mut playing = JoinSet::new();
    for seed in 10..12 {
        let (ledger, done) = (ledger.clone(), done.clone());
        playing.spawn(async move {
            let players = crowd(&ledger, seed * 100..seed * 100 + 10, seed.unsigned_abs()).await;
            for round in 0.. {
                if done.load(Ordering::SeqCst) {
                    return;
                }
                play(&ledger, &players, 10, round).await;
            }
        });
    }
    // The log grows all the time: each round takes longer than the one before.
    for _ in 0..2 {
        for (view, _) in views().filter(|(_, mode)| *mode == Mode::Following) {
            let report = rebuild(&ledger, view.name(), Intent::Swap).await;
            assert_eq!((report.compared.different, report.swapped), (0, true), "{report:?}");
        }
        for name in ["balances", "postings"] {
            assert_eq!(
                compare(&ledger, name).await.different,
                0,
                "{name}, while the ledger writes to it"
            );
        }
    }
    done.store(true, Ordering::SeqCst);
    playing.join_all().await;
    assert!(reading.await.expect("no reader saw an error") > 0);
    stop.send(true).expect("they listen");
    followers.join_all().await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    assert_views_are_the_log(&ledger).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_does_not_let_go_delays_the_swap_and_not_the_other_readers() {
    let (ledger, players) = played(1, 8).await;
    let mut slow = ledger.pool().begin().await.expect("a transaction");
    sqlx::query("select count(*) from players")
        .execute(&mut *slow)
        .await
        .expect("read");
    let rebuilding = {
        let ledger = ledger.clone();
        tokio::spawn(async move { rebuild(&ledger, "players", Intent::Swap).await })
    };
    let waits = async || waits_for(&ledger, "players", "AccessExclusiveLock").await;
    until("the swap waits for the lock", waits).await;
    for _ in 0..3 {
        let team = players::team(ledger.pool(), players[0]).await;
        team.expect("served between two attempts");
    }
    assert!(!rebuilding.is_finished());
    slow.rollback().await.expect("let go");
    assert!(rebuilding.await.expect("no panic").swapped);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_rebuilds_of_one_view_at_once_are_refused_and_of_two_views_are_not() {
    let (ledger, _) = played(1, 9).await;
    let mut other = PgConnection::connect_with(&owner(&ledger)).await.expect("connects");
    sqlx::query("select pg_advisory_lock(hashtextextended('rebuild of dives', 0))")
        .execute(&mut other)
        .await
        .expect("claimed");
    let (dives, mode) = view("dives");
    let refused = run(
        &owner(&ledger),
        key_of(&ledger),
        dives,
        mode,
        Intent::Swap,
        &mut |_, _| {},
    )
    .await;
    assert!(matches!(refused, Err(RebuildError::UnderWay("dives"))), "{refused:?}");
    assert!(rebuild(&ledger, "players", Intent::Swap).await.swapped);
    other.close().await.expect("closes");
    assert!(rebuild(&ledger, "dives", Intent::Swap).await.swapped);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_a_migration_changes_meanwhile_is_not_replaced() {
    let (ledger, _) = played(1, 10).await;
    for change in [
        "alter table players add column extra int",
        "create index extra on players (tg_id)",
    ] {
        let (reached, go_on) = (mpsc::channel(), mpsc::channel());
        let (database, key) = (owner(&ledger), key_of(&ledger));
        let rebuilding = tokio::spawn(async move {
            let (players, mode) = view("players");
            // Holds the rebuild at its page until the migration is through.
            let mut hold = move |_, _| {
                reached.0.send(()).expect("somebody waits");
                tokio::task::block_in_place(|| go_on.1.recv()).expect("released");
            };
            run(&database, key, players, mode, Intent::Swap, &mut hold).await
        });
        tokio::task::block_in_place(|| reached.1.recv()).expect("the only page");
        tamper(&ledger, change).await;
        go_on.0.send(()).expect("it waits");
        drop(go_on.0);
        let refused = rebuilding.await.expect("no panic").expect_err("the table has changed");
        assert!(
            refused.to_string().contains("was changed during its rebuild"),
            "{refused}"
        );
        assert!(
            rebuild(&ledger, "players", Intent::Swap).await.swapped,
            "the next one copies it as it is"
        );
    }
}
