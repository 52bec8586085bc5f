//! Somebody with every right on the database and without the master key, for tests of who believes what he writes.

use super::{NO_MAC, owner_of};
use crate::Ledger;
use crate::read::feed;
use domain::ids::PlayerId;
use domain::player::Player;
use domain::stream::Stream;
use sqlx::{Executor, PgConnection};
use uuid::Uuid;

const GIFT: &str = r#"{"AdjustmentPosted":{"purse":"usdt","delta":"2000000000","counter":"h:usdt_reserve","case_id":"1","proposer":"a","approver":"b"}}"#;

/// The owner of the database, with triggers out of the way.
pub async fn forger(ledger: &Ledger) -> PgConnection {
    let mut owner = owner_of(ledger).await;
    owner
        .execute("set session_replication_role = replica")
        .await
        .expect("a superuser");
    owner
}

/// Adds 2,000 USDT to a player's stream: versions, leaf, position and head fit.
pub async fn forge_payment(ledger: &Ledger, player: PlayerId) {
    let log = ledger.partition_of(player.0);
    let events = feed::read_stream(ledger.pool(), Player::TYPE, &player.to_string(), 0).await;
    let last = events.expect("read").pop().expect("a stream");
    let mut forged = last.clone();
    forged.sequence += 1;
    forged.event_id = Uuid::now_v7();
    forged.event_type = "AdjustmentPosted".into();
    forged.payload = GIFT.into();
    forged.metadata = r#"{"actor":"staff:a"}"#.into();
    let leaf = forged.leaf_after(last.leaf.as_slice().try_into().expect("a leaf"));
    let statement = format!(
        "with head as (update heads set position = position + 1 where partition = {log} returning position)
         insert into events select {log}, head.position, 'player', '{player}', {}, '{}', '{}', '1', '{}', '{}', {},
                decode('{}', 'hex'), {NO_MAC} from head",
        forged.sequence,
        forged.event_id,
        forged.event_type,
        forged.payload,
        forged.metadata,
        forged.recorded_at_ms,
        hex::encode(leaf),
    );
    let mut forger = forger(ledger).await;
    forger.execute(statement.as_str()).await.expect("the database lets him");
}
