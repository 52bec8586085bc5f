//! Tables and the modules that own their SQL; planted examples are noticed.

use super::{strays, tables, unowned};
use crate::architecture::tree;
use std::collections::BTreeMap;

const NOTHING: [&str; 0] = [];

/// Names and texts of the migrations.
pub fn migrations() -> Vec<(String, String)> {
    let names = tree::names("migrations")
        .into_iter()
        .filter(|name| name.ends_with(".sql"));
    let migrations = names.map(|name| {
        let text = tree::read(&format!("migrations/{name}")).expect("a migration");
        (name, text)
    });
    migrations.collect()
}

fn ours() -> BTreeMap<String, u16> {
    tables(&migrations())
}

#[test]
fn the_sql_of_a_table_stands_in_one_module() {
    let (tables, files) = (ours(), tree::rust_files(""));
    let complaints: Vec<String> = files
        .iter()
        .flat_map(|(path, text)| strays(path, text, &tables))
        .collect();
    assert_eq!(complaints, NOTHING);
    let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(unowned(&tables, &paths), NOTHING);
    assert_eq!((tables.get("events"), tables.get("ranks")), (Some(&3), Some(&105)));
}

/// What the rule says of a file with this SQL.
fn complaints(path: &str, sql: &str) -> Vec<String> {
    let line = format!("// from uploads\nlet quote = '\"';\nlet rows = sqlx::query(\"{sql}\");\n");
    let found = strays(path, &line, &ours());
    found
        .iter()
        .map(|complaint| complaint.replace(&format!("{path}:3: "), ""))
        .collect()
}

#[test]
fn a_table_in_another_module_is_noticed() {
    for (path, sql, complaint) in [
        ("api/src/health.rs", "select position from heads", "reads heads"),
        ("api/src/health.rs", "select 1\n from \\\"heads\\\"", "reads heads"),
        ("api/src/health.rs", "select 1 from public.heads", "reads heads"),
        (
            "api/src/health.rs",
            "select 1 from unnest($1) as a(b), heads h",
            "reads heads",
        ),
        (
            "api/src/health.rs",
            "select 1 from (select 1) a, heads h",
            "reads heads",
        ),
        ("projections/src/players.rs", "delete from events", "writes events"),
        (
            "projections/src/players.rs",
            "insert into balances (a) values ($1)",
            "writes balances",
        ),
        (
            "projections/src/ranks.rs",
            "select 1 from ranks r join hidden_players h using (player)",
            "reads hidden_players",
        ),
        ("projections/src/ranks_old.rs", "select 1 from ranks", "reads ranks"),
        (
            "ledger/src/read/log.rs",
            "update cursors set position = 1",
            "writes cursors",
        ),
        (
            "api/rails/src/scan.rs",
            "select 1 from incoming_payments",
            "reads incoming_payments",
        ),
        ("api/src/uploads.rs", "truncate uploads", "writes uploads"),
    ] {
        let expected = format!("{complaint}, whose SQL stands elsewhere");
        assert_eq!(complaints(path, sql), [expected], "{path}: {sql}");
    }
    let raw = "let rows = sqlx::query(r#\"select \"a\" from heads\"#);";
    assert_eq!(strays("api/src/app.rs", raw, &ours()).len(), 1);
}

#[test]
fn a_table_in_its_own_module_is_not() {
    for (path, sql) in [
        ("ledger/src/append/statement.rs", "insert into events (a) values ($1)"),
        ("projections/src/players.rs", "select 1 from events e, heads h"),
        (
            "projections/src/balances.rs",
            "insert into balances as b (a) values ($1)",
        ),
        ("projections/src/dives/write.rs", "update dives set a = 1, b = 2"),
        (
            "api/rails/src/slots/messages.rs",
            "select 1 from payout_slots s join payout_messages m using (number)",
        ),
        ("api/workers/src/audit/log.rs", "select 1 from events"),
        ("api/src/app/tests.rs", "select 1 from events"),
        ("ledger/src/testing/players.rs", "select 1 from sessions"),
        (
            "api/src/app.rs",
            "select 1 from eventsource for update of it on conflict do update set a = 1",
        ),
    ] {
        assert_eq!(complaints(path, sql), NOTHING, "{path}: {sql}");
    }
}

#[test]
fn a_table_without_an_owner_is_noticed() {
    let mut tables = ours();
    tables.insert("letters".to_owned(), 212);
    tables.remove("sessions");
    let files = tree::rust_files("");
    let mut paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    paths.retain(|path| *path != "api/staff/src/login.rs");
    assert_eq!(
        unowned(&tables, &paths),
        [
            "letters has no owner",
            "sessions is no table",
            "api/staff/src/login is no module",
            "api/staff/src/login is no module"
        ]
    );
    let stray = strays("api/src/letters.rs", "sqlx::query(\"select 1 from letters\")", &tables);
    assert_eq!(stray.len(), 1);
}
