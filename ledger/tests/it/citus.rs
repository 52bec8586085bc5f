//! What this program asks of Citus, on a stand-in for it: which tables it distributes, what it says when one is refused,
//! and that commands written by the function end as those written by the statement do.
//!
//! What Citus itself does with them is not tested here.

use crate::players::{act, give_coins, open_the_house, register, state, verified};
use domain::player::signin::SignIn;
use ledger::testing::citus::stand_in;
use ledger::testing::{GENESIS_MS, database, open, options, partitions};
use ledger::{Clock, Ledger, schema};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Executor, PgConnection};
use std::collections::BTreeSet;
use std::path::Path;

/// A migrated database that says it is one of Citus, and its owner.
async fn stand_in_for_citus() -> (PgConnectOptions, PgConnection) {
    let database = database(partitions()).await;
    let mut owner = database.connect().await.expect("the owner");
    stand_in(&mut owner).await;
    (database, owner)
}

async fn refusal(database: &PgConnectOptions) -> String {
    let refused = schema::migrate(database, partitions()).await;
    refused.expect_err("it is refused").to_string()
}

/// Tables with a partition that is not the house's alone, as the migrations create them.
fn of_logs() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let files = std::fs::read_dir(folder)
        .expect("migrations")
        .map(|file| file.expect("a file").path());
    let texts = files.map(|path| std::fs::read_to_string(path).expect("text"));
    let tables = texts.flat_map(|text| {
        let created = text.split("\ncreate ").skip(1).map(str::to_owned);
        created.filter_map(|text| of_log(&text)).collect::<Vec<_>>()
    });
    tables.collect()
}

fn of_log(created: &str) -> Option<String> {
    let created = created.strip_prefix("unlogged ").unwrap_or(created);
    let (name, columns) = created.strip_prefix("table ")?.split_once(" (")?;
    let columns = columns.split("\n)").next()?;
    let is_of_log = columns.contains("\n    partition ") && !columns.contains("check (partition = 0)");
    is_of_log.then(|| name.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tables_of_logs_are_distributed_with_heads_and_no_others() {
    let (database, mut owner) = stand_in_for_citus().await;
    for _ in 0..2 {
        schema::migrate(&database, partitions())
            .await
            .expect("distributed, and then nothing is left");
    }
    let done: Vec<(String, String)> =
        sqlx::query_as("select logicalrelid::text, colocated_with from pg_dist_partition order by number")
            .fetch_all(&mut owner)
            .await
            .expect("tables");
    assert_eq!(done[0], ("heads".into(), "none".into()));
    assert!(done[1..].iter().all(|(_, with)| with == "public.heads"), "{done:?}");
    let tables: BTreeSet<String> = done.into_iter().map(|(table, _)| table).collect();
    assert_eq!(tables, of_logs());
    assert!(tables.contains("events") && !tables.contains("payout_slots"));
    let may_log_in: bool = sqlx::query_scalar("select rolcanlogin from pg_roles where rolname = 'ledger_app'")
        .fetch_one(&mut owner)
        .await
        .expect("a role");
    assert!(may_log_in);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_citus_refuses_is_named_with_the_reason() {
    let (database, mut owner) = stand_in_for_citus().await;
    owner
        .execute("create table strays (partition integer not null, name text unique)")
        .await
        .expect("a table");
    let said = refusal(&database).await;
    let begin = "Citus refuses to distribute the table strays: cannot create constraint on \"strays\"";
    assert!(said.starts_with(begin), "{said}");
    // What was distributed before it stays, and the rest follows once the reason is gone.
    owner.execute("drop table strays").await.expect("dropped");
    schema::migrate(&database, partitions()).await.expect("distributed");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_serves_while_a_table_is_not_distributed() {
    let (database, mut owner) = stand_in_for_citus().await;
    let current = async || {
        schema::require_current(&database, partitions())
            .await
            .map_err(|fault| fault.to_string())
    };
    let sentence = |table: &str| {
        Err(format!(
            "the table {table} is not distributed over the nodes of Citus: run `ledger migrate`"
        ))
    };
    assert_eq!(current().await, sentence("heads"));
    schema::migrate(&database, partitions()).await.expect("distributed");
    assert_eq!(current().await, Ok(()));
    // As a view that was replaced by a local table.
    owner
        .execute("delete from pg_catalog.pg_dist_partition where logicalrelid = 'ranks'::regclass")
        .await
        .expect("deleted");
    assert_eq!(current().await, sentence("ranks"));
    schema::migrate(&database, partitions()).await.expect("distributed");
    // As a run of `ledger migrate` leaves it that ended before its last step.
    owner
        .execute("delete from pg_catalog.pg_dist_object")
        .await
        .expect("deleted");
    let said = "the append does not run on the nodes of Citus: run `ledger migrate`";
    assert_eq!(current().await, Err(said.into()));
}

/// Two processes on one database that says it is one of Citus.
async fn two_ledgers() -> ([Ledger; 2], PgConnection) {
    let (database, owner) = stand_in_for_citus().await;
    schema::migrate(&database, partitions()).await.expect("distributed");
    let clock = Clock::fixed(GENESIS_MS);
    let ledgers = [open(database.clone(), clock.clone()).await, open(database, clock).await];
    (ledgers, owner)
}

/// Refuses an event that another statement than the function writes.
const BY_THE_FUNCTION_ALONE: &str = r#"
create function by_the_function_alone() returns trigger language plpgsql as $$
declare
    stack text;
begin
    get diagnostics stack = pg_context;
    if stack not like '%append_batch(%' then
        raise exception 'written by %', stack;
    end if;
    return new;
end
$$;
create trigger by_the_function_alone before insert on events for each row execute function by_the_function_alone()
"#;

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_written_by_the_function_and_conflicts_are_decided_again() {
    let (ledgers, mut owner) = two_ledgers().await;
    owner.execute(BY_THE_FUNCTION_ALONE).await.expect("a trigger");
    open_the_house(&ledgers[0]).await;
    let player = register(&ledgers[0], 1).await;
    give_coins(&ledgers[1], player, 10).await;
    give_coins(&ledgers[0], player, 10).await;
    give_coins(&ledgers[1], player, 10).await;
    assert!(act(&ledgers[0], player, SignIn).await.is_accepted());
    assert_eq!(act(&ledgers[1], player, SignIn).await.code, 4006);
    assert!(state(&ledgers[1], player).await.wallet.coins().minor() >= 30);
    assert!(verified(&ledgers[0]).await.is_clean());
}

/// What a worker of Citus refuses arrives with the worker's text and a code of the coordinator.
const AS_A_COORDINATOR_SAYS_IT: &str = r#"
create function as_a_coordinator_says_it() returns trigger language plpgsql as $$
begin
    if exists (select from events e where e.partition = new.partition and e.aggregate_type = new.aggregate_type
                                      and e.aggregate_id = new.aggregate_id and e.sequence = new.sequence) then
        raise exception using errcode = 'XX000',
            message = 'duplicate key value violates unique constraint "a_version_of_a_stream_is_written_once_102040"';
    end if;
    return new;
end
$$;
create trigger as_a_coordinator_says_it before insert on events
    for each row execute function as_a_coordinator_says_it()
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_violation_that_a_coordinator_passes_on_is_a_conflict() {
    let (ledgers, mut owner) = two_ledgers().await;
    open_the_house(&ledgers[0]).await;
    let player = register(&ledgers[0], 1).await;
    owner.execute(AS_A_COORDINATOR_SAYS_IT).await.expect("a trigger");
    // This process wrote the newest version it knows, so it does not look before it writes the next one.
    give_coins(&ledgers[0], player, 10).await;
    give_coins(&ledgers[1], player, 10).await;
    assert!(act(&ledgers[0], player, SignIn).await.is_accepted());
    assert!(verified(&ledgers[0]).await.is_clean());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_checks_at_start_hold_there_too() {
    let (database, mut owner) = stand_in_for_citus().await;
    schema::migrate(&database, partitions()).await.expect("distributed");
    owner
        .execute("alter table events disable trigger facts_never_change")
        .await
        .expect("disabled");
    let refused = Ledger::connect(options(database))
        .await
        .err()
        .map(|fault| fault.to_string());
    let sentence = "the trigger facts_never_change of events is missing, changed or off";
    assert!(
        refused.as_ref().is_some_and(|said| said.starts_with(sentence)),
        "{refused:?}"
    );
}
