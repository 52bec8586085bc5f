//! Rebuilding where the tables of the logs are distributed, on a stand-in for Citus: the table that serves afterwards is
//! distributed as well.

use crate::play::{crowd, play, rebuild};
use ledger::Clock;
use ledger::schema;
use ledger::testing::citus::stand_in;
use ledger::testing::players::open_the_house;
use ledger::testing::{GENESIS_MS, database, open};
use projections::FOLLOWING;
use projections::rebuild::Intent;
use projections::runner::drain;
use sqlx::{ConnectOptions, Connection};

#[tokio::test(flavor = "multi_thread")]
async fn a_rebuilt_view_is_distributed_as_the_one_before_it() {
    let database = database(4).await;
    let mut owner = database.connect().await.expect("the owner");
    stand_in(&mut owner).await;
    owner.close().await.expect("closed");
    schema::migrate(&database, 4).await.expect("distributed");
    let ledger = open(database.clone(), Clock::fixed(GENESIS_MS)).await;
    open_the_house(&ledger).await;
    let players = crowd(&ledger, 1..9, 5).await;
    play(&ledger, &players, 20, 5).await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    let report = rebuild(&ledger, "players", Intent::Swap).await;
    assert_eq!((report.swapped, report.compared.different), (true, 0));
    assert!(report.compared.live > 2);
    schema::require_current(&database, 4)
        .await
        .expect("every table is distributed");
}
