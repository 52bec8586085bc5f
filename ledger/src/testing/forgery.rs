//! Somebody with every right on the database, mostly without the master key, for tests of who believes what he writes.

use super::{NO_MAC, owner_of, vouched};
use crate::Ledger;
use crate::append::rows::RequestRow;
use crate::mac::MacKeys;
use crate::notary::signed;
use crate::read::feed;
use domain::ids::PlayerId;
use domain::player::Player;
use domain::stream::Stream;
use proofs::Recorded;
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

/// Changes the newest event of a player, with the leaf and the MAC that fit.
pub async fn rewrite_the_last(ledger: &Ledger, player: PlayerId) {
    let events = feed::read_stream(ledger.pool(), Player::TYPE, &player.to_string(), 0).await;
    let events = events.expect("read");
    let [.., before, last] = events.as_slice() else {
        panic!("two events")
    };
    let mut changed = last.clone();
    changed.recorded_at_ms += 1;
    let leaf = changed.leaf_after(before.leaf.as_slice().try_into().expect("a leaf"));
    let statement = format!(
        "update events set recorded_at_ms = recorded_at_ms + 1, leaf = decode('{}', 'hex')
          where partition = {} and position = {};",
        hex::encode(leaf),
        last.partition,
        last.position
    );
    vouched(ledger, &statement).await;
}

/// Gives an event the MAC of another master key, as somebody does who has that one and every right on the database.
pub async fn vouched_under(ledger: &Ledger, master_key: [u8; 32], event: &Recorded) {
    let origin = signed::origin(&**ledger.pool()).await.expect("a name");
    let mac = MacKeys::of(&master_key, &origin).of_recorded(event).expect("a leaf");
    sqlx::query("update events set mac = $3 where partition = $1 and position = $2")
        .bind(event.partition)
        .bind(event.position)
        .bind(mac)
        .execute(&mut forger(ledger).await)
        .await
        .expect("the database lets him");
}

/// Remembers an answer that nobody gave, with the MAC of a master key: the request counts as refused already.
pub async fn forge_answer(ledger: &Ledger, owner: Uuid, request_id: Uuid, master_key: [u8; 32]) {
    let origin = signed::origin(&**ledger.pool()).await.expect("a name");
    let partition = i32::from(ledger.partition_of(owner));
    let row = RequestRow {
        scope: owner,
        request_id,
        digest: [0; 32],
        code: 4001,
        message: "Already received".into(),
        answer: "null".into(),
        version: 1,
        recorded_at_ms: 1,
    };
    let mac = MacKeys::of(&master_key, &origin).of_request(partition, &row);
    sqlx::query(
        "insert into requests (partition, scope, request_id, digest, code, message, answer, version, recorded_at_ms, mac)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (partition, request_id, scope) do update set mac = excluded.mac",
    )
    .bind(partition)
    .bind(row.scope)
    .bind(row.request_id)
    .bind(row.digest)
    .bind(row.code)
    .bind(row.message)
    .bind(row.answer)
    .bind(row.version)
    .bind(row.recorded_at_ms)
    .bind(mac)
    .execute(&mut forger(ledger).await)
    .await
    .expect("the database lets him");
}
