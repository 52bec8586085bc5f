//! The function writes what the statement writes, and refuses what it refuses.

use super::*;
use crate::append::entry::Entry;
use crate::append::rows::{ClaimRow, EventRow, RequestRow};
use crate::append::statement::append;
use crate::mac::MacKeys;
use crate::schema::Engine;
use crate::testing::database;
use domain::posting::Postings;
use domain::refusal::Refusal;
use sqlx::postgres::PgListener;
use sqlx::{ConnectOptions, Executor, PgConnection, PgPool};
use tokio::sync::oneshot;
use uuid::Uuid;

fn event(stream: &str, sequence: i64) -> EventRow {
    EventRow {
        aggregate_type: "player",
        aggregate_id: stream.into(),
        sequence,
        event_id: Uuid::from_u128(sequence.unsigned_abs().into()),
        event_type: "CoinsGiven",
        event_version: "1".into(),
        payload: format!("{{ \"given\" : {sequence} }}"),
        metadata: "{}".into(),
        recorded_at_ms: 7,
        leaf: [5; 32],
        mac_input: [6; 32],
        postings: Postings::default(),
    }
}

fn answer(id: u128) -> RequestRow {
    RequestRow {
        scope: Uuid::from_u128(1),
        request_id: Uuid::from_u128(id),
        digest: [3; 32],
        code: 0,
        message: "it's \\ done".into(),
        answer: "{\"a\": \"b,{}\"}".into(),
        version: 1,
        recorded_at_ms: 5,
    }
}

fn entry(stream: &str, events: Vec<EventRow>, remember: Option<RequestRow>, claims: &[&str]) -> Entry {
    let claim = |key: &&str| ClaimRow {
        key: (*key).to_owned(),
        taken: Refusal::AlreadyReceived,
    };
    let mut entry = Entry {
        stream_key: stream.into(),
        events,
        remember,
        claims: claims.iter().map(claim).collect(),
        ..Entry::blank(oneshot::channel().0)
    };
    entry.seal(0, &MacKeys::of(&[7; 32], "ledger/test"));
    entry
}

/// One event with its answer; several with claims; answers alone.
fn batches() -> Vec<Vec<Entry>> {
    vec![
        vec![entry("one", vec![event("one", 1)], Some(answer(1)), &[])],
        vec![
            entry(
                "one",
                vec![event("one", 2), event("one", 3)],
                Some(answer(2)),
                &["a key", "another"],
            ),
            entry("two", vec![event("two", 1)], None, &["a third"]),
        ],
        vec![entry("one", Vec::new(), Some(answer(3)), &[])],
    ]
}

async fn connected(with_function: bool) -> PgConnection {
    let mut line = database(1).await.connect().await.expect("a connection");
    if with_function {
        line.execute(definition().as_str()).await.expect("a function");
    }
    line.execute("set role ledger_app").await.expect("the role");
    line
}

async fn written(line: &mut PgConnection) -> Vec<String> {
    let all = "select e::text from events e union all select r::text from requests r
               union all select k::text from natural_keys k union all select h::text from heads h order by 1";
    sqlx::query_scalar(all).fetch_all(line).await.expect("rows")
}

#[tokio::test]
async fn the_function_writes_and_refuses_what_the_statement_does() {
    let mut plain = connected(false).await;
    let mut function = connected(true).await;
    for batch in batches() {
        let one = append(&mut plain, Engine::Plain, 0, &batch, false)
            .await
            .expect("written");
        let other = append(&mut function, Engine::Citus, 0, &batch, false)
            .await
            .expect("written");
        assert_eq!(one, other, "the position before the batch");
    }
    let rows = written(&mut plain).await;
    assert_eq!(rows.len(), 4 + 3 + 3 + 1);
    assert_eq!(rows, written(&mut function).await);
    let again = [
        entry("one", vec![event("one", 3)], None, &[]),
        entry("three", vec![event("three", 1)], Some(answer(2)), &[]),
        entry("three", vec![event("three", 1)], None, &["another"]),
    ];
    for taken in again.map(|entry| [entry]) {
        let refusals = [
            append(&mut plain, Engine::Plain, 0, &taken, false).await,
            append(&mut function, Engine::Citus, 0, &taken, false).await,
        ];
        let said = refusals.map(|refused| {
            let error = refused.expect_err("it is refused");
            let answer = error.as_database_error().expect("an answer");
            (
                answer.code().map(|code| code.into_owned()),
                answer.constraint().map(str::to_owned),
            )
        });
        assert_eq!(said[0].0.as_deref(), Some("23505"));
        assert_eq!(said[0], said[1]);
    }
    assert_eq!(rows, written(&mut plain).await, "nothing of a refused batch is written");
    assert_eq!(
        rows,
        written(&mut function).await,
        "nothing of a refused batch is written"
    );
}

#[tokio::test]
async fn the_hint_for_other_processes_is_sent_where_they_listen() {
    let database = database(1).await;
    let mut line = database.connect().await.expect("a connection");
    line.execute(definition().as_str()).await.expect("a function");
    let pool = PgPool::connect_with(database).await.expect("a pool");
    let mut listener = PgListener::connect_with(&pool).await.expect("a listener");
    listener.listen("ledger").await.expect("listening");
    let mut batches = batches().into_iter();
    for (engine, hint) in [(Engine::Citus, false), (Engine::Citus, true), (Engine::Plain, true)] {
        let batch = batches.next().expect("a batch");
        append(&mut line, engine, 0, &batch, hint).await.expect("written");
    }
    // Both hints, and no third before them.
    for _ in 0..2 {
        assert_eq!(listener.recv().await.expect("a hint").payload(), "0");
    }
    line.execute("notify ledger, 'the end'").await.expect("sent");
    assert_eq!(listener.recv().await.expect("a hint").payload(), "the end");
}
