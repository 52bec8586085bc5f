//! A caller who goes away while a transaction begins leaves none open: whoever writes on that connection next would be
//! told of success, and the rows would be gone.

use ledger::testing;
use sqlx::PgConnection;

/// Polls after which the caller goes away, at most: the answer to the begin is there long before.
const POLLS: usize = 200;

#[tokio::test]
async fn whoever_goes_away_while_a_transaction_begins_leaves_none_open() {
    let ledger = testing::ledger(1).await;
    let pool = ledger.pool();
    for polls in 0..POLLS {
        tokio::select! {
            biased;
            begun = pool.begin() => drop(begun.expect("begun")),
            () = turns(polls) => {}
        }
    }
    // Every connection of the pool, at the same time.
    let mut held = Vec::new();
    for _ in 0..pool.options().get_max_connections() {
        let mut connection = pool.acquire().await.expect("a connection");
        assert!(!is_in_transaction(&mut connection).await, "a transaction was left open");
        held.push(connection);
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
