//! An error that had been committed.

use super::bank::{Account, balance_by_events, tables_beside};
use super::cut::Cut;
use crate::players::{VersionAndCoins, adjust, register, request, state, verified};
use cqrs_es::persist::{PersistedEventRepository, PersistenceError, SerializedEvent};
use ledger::testing::{GENESIS_MS, database, on_one_and_four_partitions, open};
use ledger::{Clock, Request, StreamId};
use postgres_es::PostgresEventRepository;
use serde_json::json;
use uuid::Uuid;

on_one_and_four_partitions![an_answer_that_was_lost_is_looked_up_before_anybody_is_answered,];

/// The first event of an account, as the framework stores it.
pub fn credited(account: &str, sequence: usize) -> SerializedEvent {
    let (payload, metadata) = (json!({ "Credited": 100 }), json!({}));
    let (aggregate_type, event_type) = ("account".into(), "Credited".into());
    SerializedEvent::new(
        account.into(),
        sequence,
        aggregate_type,
        event_type,
        "1".into(),
        payload,
        metadata,
    )
}

async fn an_answer_that_was_lost_is_looked_up_before_anybody_is_answered(partitions: u16) {
    let database = database(partitions).await;
    let cut = Cut::before(&database).await;
    let ledger = open(cut.options(), Clock::fixed(GENESIS_MS)).await;
    let pool = tables_beside(&ledger).await;
    let repository = PostgresEventRepository::new(pool.clone());
    // The snapshot to be replaced is deleted, so the update finds no row: after the commit.
    let snapshot = ("a".to_owned(), json!({ "balance": 100 }), 2);
    let answer = repository.persist::<Account>(&[credited("a", 1)], Some(snapshot)).await;
    assert!(
        matches!(answer, Err(PersistenceError::OptimisticLockError)),
        "{answer:?}"
    );
    assert_eq!(
        balance_by_events(&pool, "a").await,
        100,
        "refused, and there all the same"
    );

    let player = register(&ledger, 1).await;
    let id = StreamId::player(player);
    let credit = |request: &Request| {
        ledger
            .players()
            .execute(&id, adjust(100).into(), request.clone(), VersionAndCoins)
    };
    // The connection has prepared the statement: the next answer to it comes after the commit.
    credit(&request(Uuid::now_v7())).await.expect("a reply");
    let request = request(Uuid::now_v7());
    cut.arm();
    let first = credit(&request)
        .await
        .expect("a reply, though the answer of the server was lost");
    assert!(cut.was_made() && first.is_accepted() && !first.replayed, "{first:?}");
    let again = credit(&request).await.expect("a reply");
    assert_eq!((again.data, again.replayed), (first.data, true));
    assert_eq!(state(&ledger, player).await.wallet.coins().minor(), 200);
    assert!(verified(&ledger).await.is_clean());
}
