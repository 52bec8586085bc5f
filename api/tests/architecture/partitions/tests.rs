//! Statements that ask every log are listed; planted ones are noticed.

use super::{asking_all, listed::LISTED, partitioned, unlisted};
use crate::architecture::tables::tests::migrations;
use crate::architecture::tree;

const NOTHING: [&str; 0] = [];
const FILE: &str = "projections/src/players.rs";

/// What asks every log in the product.
fn found() -> Vec<String> {
    let tables = partitioned(&migrations());
    let files = tree::rust_files("");
    let found = files.iter().flat_map(|(path, text)| asking_all(path, text, &tables));
    found.collect()
}

/// What asks every log in a file with this statement.
fn planted(path: &str, sql: &str) -> Vec<String> {
    let text =
        format!("// from events\nfn before() {{}}\n\npub(crate) async fn look() {{\n    query(\"{sql}\");\n}}\n");
    asking_all(path, &text, &partitioned(&migrations()))
}

#[test]
fn a_statement_that_asks_every_log_says_why() {
    assert_eq!(unlisted(&found()), NOTHING);
}

#[test]
fn house_tables_and_tables_without_owners_lie_in_one_place() {
    let tables = partitioned(&migrations());
    for table in [
        "events",
        "requests",
        "postings",
        "balances",
        "ranks",
        "uploads",
        "message_outbox",
    ] {
        assert!(tables.contains(table), "{table}");
    }
    for table in ["sessions", "payout_slots", "checkpoints", "genesis", "staff_logins"] {
        assert!(!tables.contains(table), "{table}");
    }
}

#[test]
fn a_statement_without_its_partition_is_noticed() {
    for sql in [
        "select 1 from events where aggregate_id = $1",
        "select partition from events where position = 1 order by partition",
        "select 1 from events where partition <= $1 and partition >= $2",
        "select 1 from events where (partition, position) > ($1, $2)",
        "select 1 from events e join postings p on p.position = e.position where e.partition = $1",
        "select 1 from events e where exists (select from postings p where p.partition = $1)",
        "select 1 from events where position in (select position from postings where partition = $1)",
        "select 1 from heads where partition = $1 union all select 1 from events where position = 2",
        "with p as (select 1 from postings where partition = $1) select 1 from p, events e",
        "insert into balances (owner) values ($1)",
        "update balances set balance = 1 where owner = $1",
        "delete from uploads where player = $1",
        "truncate players",
    ] {
        assert_eq!(planted(FILE, sql), [format!("{FILE} look")], "{sql}");
    }
    assert_eq!(planted("api/src/health.rs", "select 1 from heads").len(), 1);
}

#[test]
fn a_statement_with_its_partition_is_not() {
    for sql in [
        "select 1 from events where partition = $1 and aggregate_id = $2",
        "select 1 from events where $1 = partition",
        "select 1 from events where partition = any($1)",
        "select 1 from events where partition in (1, 2)",
        "select 1 from events where (partition, position) = ($1, $2)",
        "select 1 from events where (partition, position) in (select * from unnest($1::int[], $2::bigint[]))",
        "select 1 from events as e join postings p on p.partition = e.partition where p.position = 1",
        "select 1 from events join postings using (partition, position)",
        "select 1 from events e where e.partition = $1 and exists (select from postings p where p.partition = e.partition)",
        "insert into balances as b (partition, owner) values ($1, $2) on conflict do nothing",
        "update balances b set balance = 1 from unnest($1::int[]) as c(partition) where b.partition = c.partition",
        "select 1 from sessions where token = $1",
        "the events from events.rs",
    ] {
        assert_eq!(planted(FILE, sql), NOTHING, "{sql}");
    }
    for path in [
        "ledger/src/read/tests.rs",
        "api/tests/http/vip.rs",
        "api/tools/src/bench/rows.rs",
    ] {
        assert_eq!(planted(path, "select 1 from events"), NOTHING, "{path}");
    }
}

#[test]
fn the_list_is_what_the_product_asks_and_no_more() {
    let found = found();
    let mut more = found.clone();
    more.push(format!("{FILE} look"));
    more.push(format!("{FILE} page"));
    let ask = "asks every log: name the partition, or list it with a reason";
    let complaints = [format!("{FILE} look: {ask}"), format!("{FILE} page: {ask}")];
    assert_eq!(unlisted(&more), complaints);
    // Every place of the list, once it is gone.
    for place in LISTED.iter().flat_map(|(_, places)| places.iter()) {
        let rest: Vec<String> = found
            .iter()
            .filter(|found| !found.starts_with(place))
            .cloned()
            .collect();
        let gone = format!("{place}: is listed and asks every log no longer");
        assert!(unlisted(&rest).contains(&gone), "{place}");
    }
    // One of two in one place.
    let adopt = found
        .iter()
        .position(|found| found.ends_with(" adopt"))
        .expect("a place with several");
    let mut fewer = found.clone();
    let place = fewer.remove(adopt);
    assert_eq!(
        unlisted(&fewer),
        [format!("{place}: is listed and asks every log no longer")]
    );
}
