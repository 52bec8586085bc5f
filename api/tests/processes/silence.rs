//! A connection that says nothing more, at one address that lets new ones through: as where a firewall forgot it, or the
//! server's machine lost its power and is back (F-13). Whoever waits there goes on over another one.

use crate::rig::installation::folder;
use crate::rig::proxy::{Fault, Proxy, Tricks};
use ledger::notary::Notary;
use ledger::testing::players::{give_coins, register};
use ledger::testing::{database, open};
use ledger::{Clock, Ledger, books};
use projections::FOLLOWING;
use projections::cursor::standings;
use sqlx::postgres::PgConnectOptions;
use std::str::FromStr;
use std::time::Duration;
use tokio::sync::watch;

/// How long what waits may take to go on: a page is given up after a minute.
const GOES_ON_MAX: Duration = Duration::from_secs(150);

async fn all_have_seen_everything(ledger: &Ledger) {
    let seen = async {
        loop {
            let all = standings(ledger.pool(), ledger.clock().now()).await.expect("standings");
            if all.len() == FOLLOWING.len() && all.iter().all(|standing| standing.behind == 0) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(GOES_ON_MAX, seen).await.expect("the views go on");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn views_books_and_notary_go_on_over_another_connection_f_13() {
    let database = database(1).await;
    let direct = open(database.clone(), Clock::system()).await;
    let player = register(&direct, 1).await;
    give_coins(&direct, player, 5).await;
    let proxy = Proxy::before(&database, Tricks::default()).await;
    let through = PgConnectOptions::from_str(&proxy.url()).expect("an address");
    let ledger = open(through, Clock::system()).await;
    let notary = Notary::open(ledger.pool().clone(), Clock::system(), folder().join("checkpoint"));
    let mut notary = notary.await.expect("a notary");

    // One at a time, so that each silence meets whom it is meant for.
    give_coins(&direct, player, 5).await;
    let reader = ledger.clone();
    let armed = proxy.arm_and_wait("insert into postings", Fault::HoldAnswer);
    let reads = tokio::spawn(async move { books::reach_heads(reader.pool()).await });
    armed.await;
    let armed = proxy.arm_and_wait("update log_trees", Fault::HoldAnswer);
    let signs = tokio::spawn(async move { [notary.round().await.is_ok(), notary.round().await.is_ok()] });
    armed.await;
    give_coins(&direct, player, 5).await;
    let (stop, stopped) = watch::channel(false);
    let armed = proxy.arm_and_wait("update cursors", Fault::HoldAnswer);
    let follows = projections::runner::run(&ledger, FOLLOWING, &stopped);
    armed.await;

    give_coins(&direct, player, 5).await;
    all_have_seen_everything(&direct).await;
    let read = tokio::time::timeout(GOES_ON_MAX, reads).await;
    let read = read.expect("no reader waits for ever").expect("no panic");
    assert!(read.is_err(), "nobody answered it");
    let signed = tokio::time::timeout(GOES_ON_MAX, signs).await;
    let signed = signed.expect("the notary goes on").expect("no panic");
    assert_eq!(signed, [false, true], "the round that met it, and the next one");
    stop.send(true).expect("they listen");
    follows.join_all().await;
    for ledger in [ledger, direct] {
        ledger.close().await;
    }
}
