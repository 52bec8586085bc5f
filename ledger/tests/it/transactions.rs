//! A caller who goes away while a transaction begins leaves none open: the next write on that connection would be
//! answered with success and never committed.

use ledger::{EventLog, testing};
use sqlx::PgConnection;
use sqlx::postgres::PgPoolOptions;

/// Polls after which the caller goes away, at most, and how often each number is tried: the begin is under way for one
/// or two of them.
const POLLS: usize = 30;
const ROUNDS: usize = 100;

#[tokio::test]
async fn whoever_goes_away_while_a_transaction_begins_leaves_none_open() {
    let database = testing::service(&testing::database(1).await);
    // One connection, so that the next caller has the one that was given up.
    let pool = PgPoolOptions::new().max_connections(1).connect_with(database).await;
    let log = EventLog::without_key(pool.expect("a pool"));
    drop(log.acquire().await.expect("a connection"));
    for polls in (0..ROUNDS).flat_map(|_| 0..POLLS) {
        // Then the first poll sends the begin.
        while log.num_idle() == 0 {
            tokio::task::yield_now().await;
        }
        tokio::select! {
            biased;
            begun = log.begin() => drop(begun.expect("begun")),
            () = turns(polls) => {}
        }
        let mut next = log.acquire().await.expect("a connection");
        assert!(!is_in_transaction(&mut next).await, "left open after {polls} polls");
    }
}

async fn turns(count: usize) {
    for _ in 0..count {
        tokio::task::yield_now().await;
    }
}

/// Two statements have one transaction id only inside a transaction.
async fn is_in_transaction(connection: &mut PgConnection) -> bool {
    let mut ids = Vec::new();
    for _ in 0..2 {
        let id: i64 = sqlx::query_scalar("select pg_current_xact_id()::text::bigint")
            .fetch_one(&mut *connection)
            .await
            .expect("an id");
        ids.push(id);
    }
    ids[0] == ids[1]
}
