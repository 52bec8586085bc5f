//! Several standbys to read from: who reads gets it from the one that was asked, and never from one of another history
//! (ledger §4.13).

use crate::deploy::{WAIT_MAX, url};
use crate::failover::{replicated, several, standby as standby_of, until};
use crate::rig::manual::Manual;
use crate::rig::postgres::Postgres;
use ledger::standby::{self, WORK_WAIT};
use ledger::testing::{self, players::register};
use ledger::{Clock, Ledger, feed};
use sqlx::{Connection, Executor, PgConnection, PgPool};
use std::time::Duration;

const REPLAYS: &str = "select not pg_is_wal_replay_paused()";

async fn run(server: &Postgres, statement: &str) {
    let mut admin = PgConnection::connect_with(&server.options())
        .await
        .expect("a connection");
    admin.execute(statement).await.expect("done");
    admin.close().await.expect("closed");
}

/// Which server answers a statement: no two of them began at one moment.
async fn server_of(connection: &mut PgConnection) -> String {
    let began = sqlx::query_scalar("select pg_postmaster_start_time()::text");
    began.fetch_one(connection).await.expect("a moment")
}

/// Waits until who reads does so at a standby.
async fn at_a_standby(ledger: &Ledger) -> Ledger {
    let reads = async {
        loop {
            let reader = ledger.reader(WORK_WAIT).await;
            if reader.is_at_standby() {
                return reader;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(WAIT_MAX, reads).await.expect("a standby answers")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_standbys_the_one_that_was_asked_answers() {
    let Some(manual) = Manual::open() else { return };
    let (installation, first, second) = replicated(&manual).await;
    let third = standby_of(&manual, &installation, &first).await;
    let ledger = testing::open(installation.database.clone(), Clock::system()).await;
    // The third stands still, so the second is chosen; then the other way round.
    run(&third, "select pg_wal_replay_pause()").await;
    register(&ledger, 901).await;
    let both = several(&[testing::service(&second.options()), testing::service(&third.options())]);
    ledger.read_from(both.parse().expect("an address"));
    let reader = at_a_standby(&ledger).await;
    let mut of_second = reader.pool().acquire().await.expect("a connection");
    run(&third, "select pg_wal_replay_resume()").await;
    until(&third, REPLAYS).await;
    run(&second, "select pg_wal_replay_pause()").await;
    // Synchronous replication needs what was written, not what was replayed.
    let player = register(&ledger, 902).await;
    let reader = at_a_standby(&ledger).await;
    let mut of_third = reader.pool().acquire().await.expect("a connection");
    let servers = (server_of(&mut of_second).await, server_of(&mut of_third).await);
    assert_ne!(servers.0, servers.1, "another standby is the furthest now");
    drop(of_second);
    let events = feed::read_stream(reader.pool(), "player", &player.to_string(), 0).await;
    assert!(
        !events.expect("events").is_empty(),
        "it was read where nobody had asked"
    );
    drop(of_third);
    ledger.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_of_an_abandoned_history_answers_nobody() {
    let Some(manual) = Manual::open() else { return };
    let (installation, first, second) = replicated(&manual).await;
    let third = standby_of(&manual, &installation, &first).await;
    let promoted = url(&second.options());
    manual
        .done("promote", &installation, &[("STANDBY_URL", &promoted)])
        .await;
    let ledger = testing::open(second.options(), Clock::system()).await;
    register(&ledger, 903).await;
    // The one that was replaced has a longer log of changes, and its standby has all of it.
    for _ in 0..3 {
        let switch = "select pg_logical_emit_message(false, 'ledger', 'a longer history'), pg_switch_wal()";
        run(&first, switch).await;
    }
    let far = standby::written(&PgPool::connect_lazy_with(first.options())).await;
    let replays = PgPool::connect_lazy_with(third.options());
    let lacks = standby::reach(&replays, far.expect("a place"), WORK_WAIT).await;
    assert_eq!(lacks.expect("a standby"), 0);
    let read = url(&testing::service(&third.options()));
    ledger.read_from(read.parse().expect("an address"));
    let reader = ledger.reader(WORK_WAIT).await;
    assert!(!reader.is_at_standby(), "it lacks what is written since");
    ledger.close().await;
}
