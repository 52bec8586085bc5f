//! Snapshots shorten the reading of a stream and change nothing else (I-11, F-30, F-31).

use crate::players::{act, adjust, give_coins, must, register};
use crate::waiting::until;
use cqrs_es::{AggregateContext, EventStore};
use domain::ids::{DiveId, PlayerId};
use domain::player::fishing::{Cast, StartDive, Surface};
use domain::player::free_coin::ClaimFreeCoins;
use domain::player::signin::SignIn;
use domain::player::{Command, Event, Player};
use domain::stream::Stream;
use ledger::testing::{
    GENESIS_MS, NO_MAC, database, ledger, on_one_and_four_partitions, open, owner_of, partitions, store, vouched,
};
use ledger::{Clock, Ledger, Request, feed, snapshot};
use rand::RngExt;
use sqlx::Row;
use std::sync::Arc;
use tokio::sync::Barrier;
use uuid::Uuid;

on_one_and_four_partitions![
    a_stream_of_thousands_of_events_is_read_from_its_end,
    every_snapshot_is_the_fold_of_its_events,
];

/// Reads the stream as a process that has just started does: its state and how many events that took.
async fn cold(ledger: &Ledger, player: PlayerId) -> (Player, u64) {
    let store = store::<Player>(ledger);
    let mut held = store.load_aggregate(&player.to_string()).await.expect("loaded");
    (Player::clone(&held.aggregate().state), store.cold_reads().1)
}

/// The fold of a stream's first events, by nothing but the log.
async fn folded(ledger: &Ledger, player: PlayerId, versions: i64) -> Player {
    let events = feed::read_stream_page(ledger.pool(), Player::TYPE, &player.to_string(), 0, versions).await;
    let mut state = Player::default();
    for event in events.expect("events") {
        state.evolve(&event.decode::<Event>().expect("an event"));
    }
    state
}

/// Version, state and everything else of the snapshot that stands there.
async fn kept(ledger: &Ledger, player: PlayerId) -> Option<(i64, Vec<u8>, String)> {
    let row = sqlx::query("select version, state, s::text from snapshots s where partition = $1 and aggregate_id = $2")
        .bind(i32::from(ledger.partition_of(player.0)))
        .bind(player.to_string())
        .fetch_optional(ledger.pool())
        .await
        .expect("a query");
    row.map(|row| (row.get(0), row.get(1), row.get(2)))
}

async fn wait_for_version(ledger: &Ledger, player: PlayerId, version: i64) {
    until(async || kept(ledger, player).await.is_some_and(|(kept, ..)| kept >= version)).await;
}

/// A player whose stream has so many events, the last hundreds of them at once.
async fn busy(ledger: &Ledger, tg_id: i64, events: i64) -> PlayerId {
    let player = register(ledger, tg_id).await;
    let tasks = (1..events).map(|_| {
        let ledger = ledger.clone();
        tokio::spawn(async move { give_coins(&ledger, player, 1).await })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.expect("a task");
    }
    player
}

async fn a_stream_of_thousands_of_events_is_read_from_its_end(partitions: u16) {
    let ledger = ledger(partitions).await;
    let player = busy(&ledger, 1, 5_000).await;
    wait_for_version(&ledger, player, 4_900).await;
    let (state, read) = cold(&ledger, player).await;
    assert_eq!(state, folded(&ledger, player, 5_000).await);
    assert!(
        read <= 2 * snapshot::EVERY,
        "ledger §4.7: {read} of 5,000 events were read"
    );
    sqlx::query("delete from snapshots")
        .execute(ledger.pool())
        .await
        .expect("emptied");
    assert_eq!(
        cold(&ledger, player).await,
        (state.clone(), 5_000),
        "the count shows the difference"
    );
    // A read of the whole stream leaves a snapshot.
    wait_for_version(&ledger, player, 5_000).await;
    assert_eq!(cold(&ledger, player).await, (state, 1));
}

async fn every_snapshot_is_the_fold_of_its_events(partitions: u16) {
    let database = database(partitions).await;
    let clock = Clock::fixed(GENESIS_MS);
    let ledgers = [open(database.clone(), clock.clone()).await, open(database, clock).await];
    crate::players::open_the_house(&ledgers[0]).await;
    ledgers[1].refresh().await.expect("refreshed");
    let mut players = Vec::new();
    for tg_id in 1..=4 {
        players.push(register(&ledgers[0], tg_id).await);
        give_coins(&ledgers[0], players[players.len() - 1], 100_000).await;
    }
    for round in 1..=4 {
        let tasks = players
            .iter()
            .map(|&player| tokio::spawn(random_history(ledgers.clone(), player, 120)));
        for task in tasks.collect::<Vec<_>>() {
            task.await.expect("a history");
        }
        for &player in &players {
            wait_for_version(&ledgers[0], player, 50 * round).await;
            let (version, state, _) = kept(&ledgers[0], player).await.expect("a snapshot");
            let folded_to = async |version| serde_json::to_vec(&folded(&ledgers[0], player, version).await);
            assert_eq!(
                state,
                folded_to(version).await.expect("json"),
                "I-11: version {version}"
            );
            assert_ne!(
                state,
                folded_to(version - 1).await.expect("json"),
                "a lost event would be noticed"
            );
        }
    }
}

/// Random play through two ledgers that take turns, so that snapshots are taken from states of both.
async fn random_history(ledgers: [Ledger; 2], player: PlayerId, commands: u32) {
    let mut dive = DiveId(Uuid::new_v4());
    let mut seq = 1;
    for _ in 0..commands {
        let (choice, turn) = (rand::rng().random_range(0..12), rand::rng().random_range(0..8));
        let command: Command = match choice {
            0 => {
                (dive, seq) = (DiveId(Uuid::new_v4()), 1);
                let (stake, start_level) = (10, 1);
                StartDive {
                    dive,
                    stake,
                    start_level,
                    device_value: dive.0.simple().to_string(),
                }
                .into()
            }
            1 => Surface { dive }.into(),
            2 => SignIn.into(),
            3 => ClaimFreeCoins.into(),
            4 => adjust(7).into(),
            _ => Cast {
                dive,
                seq,
                shield: false,
            }
            .into(),
        };
        let is_cast = matches!(command, Command::Cast(_));
        let reply = act(&ledgers[usize::from(turn == 0)], player, command).await;
        seq += u32::from(is_cast && reply.is_accepted());
        if !reply.is_accepted() {
            ledgers[0].clock().advance_ms(3_600_000);
            must(&ledgers[0], player, adjust(1)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_snapshot_never_changes_what_a_stream_is() {
    let ledger = ledger(partitions()).await;
    let player = busy(&ledger, 1, 250).await;
    busy(&ledger, 2, 250).await;
    wait_for_version(&ledger, player, 150).await;
    let truth = folded(&ledger, player, 250).await;
    // A snapshot that the commands offered may still be on its way; a fold from it leaves no newer one.
    for tg_id in [1, 2] {
        let id = PlayerId::of_messenger(tg_id);
        until(async || {
            sqlx::query("delete from snapshots where aggregate_id = $1 and version < 250")
                .bind(id.to_string())
                .execute(ledger.pool())
                .await
                .expect("emptied");
            cold(&ledger, id).await;
            kept(&ledger, id).await.is_some_and(|(version, ..)| version == 250)
        })
        .await;
    }
    let sound = kept(&ledger, player).await;
    assert_eq!(cold(&ledger, player).await, (truth.clone(), 1), "undamaged, it is used");
    let flip = |column: &str| format!("{column} = set_byte({column}, $b, get_byte({column}, $b) # (1 << ($b % 8)))");
    let other = "(select o.$c from snapshots o where o.aggregate_id <> s.aggregate_id)";
    let mut damages = vec![
        "version = version - 1".to_owned(),
        "version = version + 1".to_owned(),
        "version = 0".to_owned(),
        "version = -1".to_owned(),
        "version = 9000000000000000000".to_owned(),
        "recorded_at_ms = recorded_at_ms + 1".to_owned(),
        "state_version = state_version + 1".to_owned(),
        "state = '', digest = ''".to_owned(),
        "state = '{}'".to_owned(),
        format!("state = {}", other.replace("$c", "state")),
        format!(
            "state = {}, digest = {}",
            other.replace("$c", "state"),
            other.replace("$c", "digest")
        ),
    ];
    for (column, bytes) in [("state", 32), ("digest", 20), ("leaf", 32)] {
        for _ in 0..20 {
            damages.push(flip(column).replace("$b", &rand::rng().random_range(0..bytes).to_string()));
        }
    }
    for damage in damages {
        let statement = format!("update snapshots s set {damage} where aggregate_id = '{player}'");
        let done = sqlx::query(&statement).execute(ledger.pool()).await.expect(&damage);
        assert_eq!(done.rows_affected(), 1);
        let (state, read) = cold(&ledger, player).await;
        assert_eq!(state, truth, "F-31: {damage}");
        assert_eq!(read, 250, "F-31: {damage}");
        // A fold of the whole stream leaves a sound one.
        until(async || kept(&ledger, player).await == sound).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_of_another_history_is_not_used_and_a_lost_table_is_survived() {
    let ledger = ledger(partitions()).await;
    let player = busy(&ledger, 1, 120).await;
    wait_for_version(&ledger, player, 100).await;
    let truth = folded(&ledger, player, 120).await;
    let mut owner = owner_of(&ledger).await;
    let reading = kept(&ledger, player).await.expect("a snapshot").0;
    for statement in [
        "set session_replication_role = replica".to_owned(),
        format!(
            "update events set leaf = sha256(leaf), mac = {NO_MAC}
              where aggregate_id = '{player}' and sequence = {reading}"
        ),
    ] {
        sqlx::query(&statement).execute(&mut owner).await.expect(&statement);
    }
    vouched(&ledger, "").await;
    assert_eq!(
        cold(&ledger, player).await,
        (truth.clone(), 120),
        "another leaf is another history"
    );
    sqlx::query("alter table snapshots rename to lost")
        .execute(&mut owner)
        .await
        .expect("lost");
    assert_eq!(cold(&ledger, player).await, (truth, 120));
    must(&ledger, player, adjust(1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_that_is_not_durable_is_never_kept() {
    let ledger = ledger(partitions()).await;
    let player = register(&ledger, 1).await;
    let mut blocker = ledger.pool().begin().await.expect("a transaction");
    sqlx::query("select 1 from heads for update")
        .execute(&mut *blocker)
        .await
        .expect("locked");
    let start = Arc::new(Barrier::new(301));
    let tasks: Vec<_> = (0..300)
        .map(|_| {
            let (ledger, start) = (ledger.clone(), start.clone());
            tokio::spawn(async move {
                start.wait().await;
                let id = ledger::StreamId::player(player);
                let reply = ledger
                    .players()
                    .execute(&id, adjust(1).into(), Request::default(), ledger::Plain);
                reply.await.expect("a reply").is_accepted()
            })
        })
        .collect();
    start.wait().await;
    // All are decided once the cached state has passed them; nothing of it is committed.
    until(async || ledger.waiting() > 0 || blocked(&ledger).await).await;
    assert_eq!(
        kept(&ledger, player).await,
        None,
        "decided 300 events ahead, none durable"
    );
    drop(blocker);
    for task in tasks {
        assert!(task.await.expect("a task"));
    }
    wait_for_version(&ledger, player, 200).await;
    let (version, state, _) = kept(&ledger, player).await.expect("a snapshot");
    assert_eq!(
        state,
        serde_json::to_vec(&folded(&ledger, player, version).await).expect("json")
    );
}

/// True when the writer waits for the head's lock.
async fn blocked(ledger: &Ledger) -> bool {
    let row = sqlx::query("select count(*) > 0 from pg_locks where not granted").fetch_one(ledger.pool());
    row.await.expect("a row").get(0)
}
