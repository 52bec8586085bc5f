//! The stock reader beside ours: every stream of a database, and what only one of them notices.

use crate::every_type;
use crate::players::{dive, give_coins, invited, must, open_the_house, register};
use crate::tamper::tamper;
use domain::config::ConfigDocument;
use domain::ids::PlayerId;
use domain::player::Player;
use domain::player::signin::SignIn;
use domain::stream::Stream;
use domain::treasury::Treasury;
use ledger::streams::TYPES;
use ledger::testing::{ledger, on_one_and_four_partitions};
use ledger::verify::stock::{StockReport, run};
use ledger::{Ledger, StreamId};
use sqlx::Row;

on_one_and_four_partitions![
    both_readers_see_every_stream_alike,
    a_stream_that_grows_meanwhile_is_no_difference,
    what_one_reader_would_not_notice_is_found,
];

/// An open house, and players who do a little of everything.
async fn a_busy_database(partitions: u16) -> (Ledger, Vec<PlayerId>) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let mut players = vec![register(&ledger, 1).await];
    for tg_id in 2..=6 {
        players.push(invited(&ledger, tg_id, players[0]).await);
    }
    for &player in &players {
        must(&ledger, player, SignIn).await;
        give_coins(&ledger, player, 1_000).await;
        dive(&ledger, player, 12).await;
    }
    every_type::open(&ledger, players[0]).await;
    (ledger, players)
}

async fn compared(ledger: &Ledger) -> StockReport {
    run(ledger.pool(), &mut |_, _| {}).await.expect("a report")
}

async fn both_readers_see_every_stream_alike(partitions: u16) {
    let (ledger, players) = a_busy_database(partitions).await;
    let mut last = (0, 0);
    let report = run(ledger.pool(), &mut |read, total| last = (read, total))
        .await
        .expect("a report");
    assert_eq!(report.first, None);
    let streams = |name: &str| report.types.get(name).map_or(0, |compared| compared.streams);
    let counts = [Player::TYPE, ConfigDocument::TYPE, Treasury::TYPE].map(streams);
    assert_eq!(counts, [players.len() as u64, 1, 1]);
    assert_eq!(report.types.len(), TYPES.len(), "a stream of every type is compared");
    let heads = sqlx::query("select sum(position)::bigint from heads")
        .fetch_one(ledger.pool())
        .await;
    let events = heads.expect("heads").get::<i64, _>(0).unsigned_abs();
    assert_eq!(last, (events, events));
    assert_eq!(
        report.types.values().map(|compared| compared.events).sum::<u64>(),
        events
    );
}

async fn a_stream_that_grows_meanwhile_is_no_difference(partitions: u16) {
    let (ledger, players) = a_busy_database(partitions).await;
    let (busy, player) = (ledger.clone(), players[0]);
    let growing = tokio::spawn(async move {
        for _ in 0..300 {
            give_coins(&busy, player, 1).await;
        }
    });
    let mut comparisons = 0;
    while !growing.is_finished() {
        assert_eq!(compared(&ledger).await.first, None);
        comparisons += 1;
    }
    growing.await.expect("credits");
    assert!(comparisons > 0);
}

async fn what_one_reader_would_not_notice_is_found(partitions: u16) {
    // What is done to the player's stream or to the reserve's, and what is said of it.
    for (statement, what) in [
        (
            "update events set payload = replace(payload::text, '1000', '9000')::json where $player and sequence = 4",
            "version $last to the stock reader; ours refuses version 4: its leaf does not fit",
        ),
        (
            "update events set sequence = 1000 where $player and sequence = 5;
             update events set sequence = 5 where $player and sequence = 6;
             update events set sequence = 6 where $player and sequence = 1000",
            "version $last to the stock reader; ours refuses version 5: its leaf does not fit",
        ),
        (
            "delete from events where $player and sequence = 5",
            "version $last to the stock reader; ours refuses version 6: version 5 is missing",
        ),
        (
            "delete from events where $player and sequence = 1",
            "version $last to the stock reader; ours refuses version 2: version 1 is missing",
        ),
        (
            "update events set event_version = '2' where $player and sequence = 4",
            "ours refuses version 4: its leaf does not fit; the stock reader refuses it too: ",
        ),
        (
            "update events set payload = '1e999' where $player and sequence = 4",
            "ours refuses version 4: its leaf does not fit; the stock reader refuses it too: ",
        ),
        (
            "update events set aggregate_type = 'ghost' where $player",
            "no stream has this type",
        ),
    ] {
        let (ledger, players) = a_busy_database(partitions).await;
        let last = ledger
            .players()
            .load(&StreamId::player(players[2]))
            .await
            .expect("loaded")
            .version;
        let (player, what) = (players[2].to_string(), what.replace("$last", &last.to_string()));
        tamper(
            &ledger,
            &statement.replace("$player", &format!("aggregate_id = '{player}'")),
        )
        .await;
        let first = compared(&ledger).await.first.expect(statement);
        assert_eq!(first.key, player);
        assert!(first.what.starts_with(&what), "{statement}: {}", first.what);
    }
}
