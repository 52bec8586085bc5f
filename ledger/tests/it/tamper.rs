//! Tampering by somebody with every right on the database: verification names the place.

use crate::players::{act, cast, diver, open_the_house, verified};
use domain::player::fishing::Surface;
use ledger::Ledger;
use ledger::testing::ledger;
use sqlx::{Executor, Row};

async fn a_busy_database() -> Ledger {
    let ledger = ledger(1).await;
    open_the_house(&ledger).await;
    let (player, dive) = diver(&ledger, 1, 1_000, 10).await;
    for seq in 1..=12 {
        assert!(act(&ledger, player, cast(dive, seq)).await.is_accepted());
    }
    assert!(act(&ledger, player, Surface { dive }).await.is_accepted());
    assert!(
        verified(&ledger).await.is_clean(),
        "the harness starts from a clean database"
    );
    ledger
}

/// Runs `statement` as the owner with the triggers off, verifies, and takes it back.
async fn after(ledger: &Ledger, statement: &str) -> (bool, Option<i64>) {
    let mut connection = ledger.pool().acquire().await.expect("a connection");
    connection.execute("reset role").await.expect("the owner");
    connection
        .execute("set session_replication_role = replica")
        .await
        .expect("triggers off");
    let tampered = connection.execute(statement).await.expect(statement).rows_affected();
    assert!(tampered > 0, "{statement} must change something");
    let report = verified(ledger).await;
    (report.is_clean(), report.first().and_then(|finding| finding.position))
}

#[tokio::test(flavor = "multi_thread")]
async fn any_changed_byte_of_any_event_is_found_at_its_position() {
    let ledger = a_busy_database().await;
    let columns = [
        (
            "payload",
            "overlay(payload::text placing chr(ascii(substr(payload::text, $b, 1)) # 1) from $b for 1)::json",
            "length(payload::text)",
        ),
        (
            "metadata",
            "overlay(metadata::text placing chr(ascii(substr(metadata::text, $b, 1)) # 1) from $b for 1)::json",
            "length(metadata::text)",
        ),
        (
            "leaf",
            "set_byte(leaf, $b - 1, get_byte(leaf, $b - 1) # 1)",
            "length(leaf)",
        ),
        (
            "event_type",
            "overlay(event_type placing chr(ascii(substr(event_type, $b, 1)) # 1) from $b for 1)",
            "length(event_type)",
        ),
        ("event_id", "gen_random_uuid()", "1"),
        ("recorded_at_ms", "recorded_at_ms + 1", "1"),
        ("event_version", "'2'", "1"),
        ("sequence", "sequence + 1000", "1"),
        ("aggregate_id", "'other'", "1"),
        ("aggregate_type", "'other'", "1"),
    ];
    let mut tried = 0;
    for position in [1_i64, 3, 9, 17] {
        for (column, expression, length) in columns {
            let query = format!("select {length} from events where position = {position}");
            let length: i32 = sqlx::query(&query)
                .fetch_one(ledger.pool())
                .await
                .expect("a length")
                .get(0);
            for byte in (1..=length).step_by(7) {
                let changed = expression.replace("$b", &byte.to_string());
                tried += usize::from(tamper_and_restore(&ledger, column, &changed, position).await);
            }
        }
    }
    assert!(tried > 100, "only {tried} changes were possible");
}

/// False when the changed bytes are no JSON: PostgreSQL itself refuses them.
async fn tamper_and_restore(ledger: &Ledger, column: &str, changed: &str, position: i64) -> bool {
    let mut owner = ledger.pool().acquire().await.expect("a connection");
    owner.execute("reset role").await.expect("the owner");
    owner
        .execute("set session_replication_role = replica")
        .await
        .expect("triggers off");
    owner
        .execute("create table if not exists kept as select * from events")
        .await
        .expect("a copy");
    let statement = format!("update events set {column} = {changed} where position = {position}");
    if owner.execute(statement.as_str()).await.is_err() {
        return false;
    }
    let report = verified(ledger).await;
    let found = report.first().and_then(|finding| finding.position);
    assert_eq!(found, Some(position), "{column} = {changed}: {:?}", report.first());
    for restore in [
        "delete from events where position",
        "insert into events select * from kept where position",
    ] {
        owner
            .execute(format!("{restore} = {position}").as_str())
            .await
            .expect(restore);
    }
    true
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_the_last_event_is_found() {
    let ledger = a_busy_database().await;
    let head: i64 = sqlx::query("select position from heads")
        .fetch_one(ledger.pool())
        .await
        .expect("a head")
        .get(0);
    let statement = format!("delete from events where position = {head}");
    assert_eq!(after(&ledger, &statement).await, (false, Some(head)));
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_the_last_event_with_all_its_traces_but_the_head_is_found() {
    let ledger = a_busy_database().await;
    let statement =
        "with gone as (delete from events where position = (select max(position) from events) returning position)
                     delete from postings using gone where postings.position = gone.position";
    assert!(!after(&ledger, statement).await.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edited_balance_a_deleted_balance_and_an_invented_one_are_found() {
    for statement in [
        "update balances set balance = balance + 1 where account = 'coin_paid'",
        "delete from balances where account = 'coin_paid'",
        "insert into balances values (0, gen_random_uuid(), 'usdt', 'usdt', 1, 1)",
        "update balances set position = position - 1 where account = 'h:coin_sink'",
    ] {
        let ledger = a_busy_database().await;
        assert!(!after(&ledger, statement).await.0, "{statement}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edited_deleted_or_invented_posting_is_found_at_its_position() {
    for statement in [
        "update postings set amount = amount + 1 where position = 7 and leg = 0",
        "update postings set after = after + 1 where position = 7 and leg = 0",
        "delete from postings where position = 7 and leg = 1",
        "insert into postings values (0, gen_random_uuid(), 'usdt', 7, 9, 'usdt', 1, 1)",
    ] {
        let ledger = a_busy_database().await;
        assert_eq!(after(&ledger, statement).await, (false, Some(7)), "{statement}");
    }
}
