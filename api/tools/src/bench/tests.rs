//! Tests of the measurements themselves: a comparator that did less than it says, or a count that could not find a
//! loss, would make every ratio worthless.

use super::double_entry::DoubleEntry;
use super::limit::{Limit, Written};
use super::load::Timing;
use super::ours::{fill, found, players};
use super::processes::lost;
use super::rows::COMMANDS;
use super::stock::Stock;
use ledger::Ledger;
use ledger::testing::server;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection, Row};

const SHORT: Timing = Timing {
    warm_ms: 0,
    measure_ms: 1,
};

async fn empty(name: &str) -> PgConnectOptions {
    let name = format!("bench_{name}");
    let mut connection = PgConnection::connect_with(&server()).await.expect("connects");
    let made = sqlx::query(&format!("create database {name}"))
        .execute(&mut connection)
        .await;
    made.expect("a database");
    connection.close().await.expect("closes");
    server().database(&name)
}

async fn number(database: &PgConnectOptions, question: &str) -> i64 {
    let mut connection = PgConnection::connect_with(database).await.expect("connects");
    let row = sqlx::query(question).fetch_one(&mut connection).await.expect("a row");
    connection.close().await.expect("closes");
    row.try_get(0).expect("a number")
}

async fn credited(name: &str, streams: usize) -> Ledger {
    let ledger = found(empty(name).await, 1).await.expect("a ledger");
    let players = players(&ledger, 1, streams).await.expect("players");
    fill(&ledger, &players, streams).await.expect("credits");
    ledger
}

#[tokio::test(flavor = "multi_thread")]
async fn the_batched_insert_writes_every_row_that_our_writer_writes() {
    let ledger = credited("batch_source", COMMANDS).await;
    let database = empty("batch").await;
    let limit = Limit::found(database.clone(), ledger.pool()).await.expect("a limit");
    let run = limit.batch_run(Written::FactsAndBooks, SHORT).await.expect("a run");
    assert!(run.per_s > 0);
    let commands = COMMANDS as i64;
    let events = number(&database, "select count(*) from events").await;
    assert!(events >= commands && events % commands == 0, "{events}");
    for (question, of_each) in [
        ("select count(*) from requests", 1),
        ("select count(*) from postings", 2),
        ("select position from heads", 1),
        (
            "select sum(balance)::bigint from balances where account = 'coin_paid'",
            1,
        ),
        ("select -balance from balances where account = 'h:coin_issue.shop'", 1),
        ("select count(distinct (aggregate_id, sequence)) from events", 1),
    ] {
        assert_eq!(number(&database, question).await, events * of_each, "{question}");
    }
    limit.close().await.expect("closes");
    ledger.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn double_entry_moves_money_between_two_accounts_and_makes_none() {
    let database = empty("double_entry").await;
    let double_entry = DoubleEntry::found(database.clone()).await.expect("tables");
    let run = double_entry.credit_run(2, SHORT).await.expect("a run");
    assert!(run.per_s > 0);
    let transfers = number(&database, "select count(*) from transfers").await;
    assert!(transfers > 0);
    for (question, answer) in [
        ("select count(*) from entries", transfers * 2),
        ("select sum(amount)::bigint from entries", 0),
        ("select sum(balance)::bigint from accounts where not may_be_negative", transfers * 10),
        ("select sum(balance)::bigint from accounts", 0),
        (
            "select count(*) from (select balance_after - sum(amount) over (partition by account order by version) as gap
               from entries) as running where gap <> 0",
            0,
        ),
    ] {
        assert_eq!(number(&database, question).await, answer, "{question}");
    }
    double_entry.close().await.expect("closes");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bare_insert_writes_one_event_a_step() {
    let ledger = credited("bare_source", COMMANDS).await;
    let database = empty("bare").await;
    let limit = Limit::found(database.clone(), ledger.pool()).await.expect("a limit");
    let timing = Timing {
        warm_ms: 0,
        measure_ms: 200,
    };
    limit.insert_run(2, timing).await.expect("a run");
    limit.insert_run(2, timing).await.expect("the same connections again");
    assert!(number(&database, "select count(*) from events").await > 0);
    assert_eq!(
        number(&database, "select count(distinct aggregate_id) from events").await,
        2
    );
    limit.close().await.expect("closes");
    ledger.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stock_records_the_event_and_its_view_the_balance() {
    let database = empty("stock").await;
    let stock = Stock::found(database.clone()).await.expect("the stock service");
    let timing = Timing {
        warm_ms: 0,
        measure_ms: 200,
    };
    stock.credit_run(4, 2, timing).await.expect("a run");
    stock.close().await;
    let credits = number(
        &database,
        "select count(*) from events where event_type = 'AdjustmentPosted'",
    )
    .await;
    assert!(credits > 0);
    let held = "select sum((payload->>'coin_paid')::bigint)::bigint from player_balances";
    assert_eq!(number(&database, held).await, credits);
    assert_eq!(number(&database, "select count(*) from player_balances").await, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_was_acknowledged_and_is_not_there_is_counted_as_lost() {
    let ledger = credited("lost", 10).await;
    let counted = async |acknowledged| lost(&ledger, acknowledged).await.expect("a count");
    assert_eq!(counted(10).await, 0);
    assert_eq!(counted(11).await, 1, "one was lost");
    assert_eq!(counted(9).await, 1, "one happened twice");
    ledger.close().await;
}
