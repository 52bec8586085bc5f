//! The SQL of a table stands in one module: a file, or the folder of the same name (api §2).
//!
//! | table | number of its migration | named in SQL in |
//! |---|---|---|
//! | with a row in [`OWNERS`] | any | the owner |
//! | fact | below 0100 | `ledger/`; views are made from facts, so `projections/src/` may read it |
//! | following view | below 0200 | `projections/src/<table>` |
//! | any other | from 0200 on | nowhere: it needs a row in [`OWNERS`] |
//!
//! The rule reads string literals of Rust code. It does not see a name that a program puts together.

use super::sql::{Named, literals, named, words};
use std::collections::BTreeMap;

/// Modules that own tables which are neither facts nor views.
const OWNERS: [(&str, &str); 26] = [
    // Where each follower of the log stands: moved with the rows of its page; the runner, a rebuild and the figures of
    // lag read it.
    ("cursors", "ledger/src/cursor"),
    ("cursors", "projections/src"),
    ("sessions", "api/src/auth/session"),
    ("ended_launches", "api/src/auth/session"),
    ("ended_sessions", "api/src/auth/session"),
    ("uploads", "projections/src/uploads"),
    ("message_outbox", "projections/src/message_outbox"),
    ("checkin_reminders", "projections/src/checkin_reminders"),
    ("call_counts", "api/src/limits"),
    ("notifications", "api/staff/src/notify"),
    ("staff_logins", "api/staff/src/login"),
    ("staff_attempts", "api/staff/src/login"),
    ("spent_launches", "api/src/auth/session"),
    ("staff_sessions", "api/staff/src/session"),
    ("payout_wallets", "api/rails/src/slots"),
    ("payout_switches", "api/rails/src/slots"),
    ("payout_slots", "api/rails/src/slots"),
    ("payout_messages", "api/rails/src/slots"),
    ("payout_replacements", "api/rails/src/slots"),
    ("incoming_payments", "api/rails/src/incoming"),
    ("rail_cursors", "api/rails/src/incoming"),
    ("outgoing_transfers", "api/rails/src/outgoing"),
    ("rail_checks", "api/rails/src/reconcile"),
    ("rail_day_checks", "api/rails/src/reconcile"),
    ("custody_open_days", "api/staff/src/reconciliation/open"),
    ("custody_open_lines", "api/staff/src/reconciliation/open"),
];
/// Tables of the books, and the modules that make their rows a second time from the log, to compare.
const MADE_AGAIN: [(&str, &str); 2] = [
    ("balances", "projections/src/balances"),
    ("postings", "projections/src/history"),
];
/// Modules that may name every table.
const EXEMPT: [&str; 3] = [
    // The laws share no code with what they check.
    "api/workers/src/audit",
    // Bench and drills measure and break the tables from outside.
    "api/tools/src",
    // Proves that no table holds anything of an erased player.
    "ledger/src/notary/certificate",
];
/// First migration of a view, and the first that is neither a fact nor a view.
const VIEWS: u16 = 100;
const OTHERS: u16 = 200;

/// Tables by name, with the number of the migration that creates each. `migrations` are names and texts.
pub fn tables(migrations: &[(String, String)]) -> BTreeMap<String, u16> {
    let of = |(name, text): &(String, String)| {
        let number: u16 = name.get(..4).and_then(|number| number.parse().ok()).unwrap_or(OTHERS);
        let created = text.lines().filter_map(|line| {
            line.strip_prefix("create ")?
                .trim_start_matches("unlogged ")
                .strip_prefix("table ")
        });
        let names = created.filter_map(|line| line.split([' ', '(']).next());
        names.map(|table| (table.to_owned(), number)).collect::<Vec<_>>()
    };
    migrations.iter().flat_map(of).collect()
}

/// Tables that nobody owns, and rows of the owners' list that lead nowhere. `paths` are those of the Rust files.
pub fn unowned(tables: &BTreeMap<String, u16>, paths: &[&str]) -> Vec<String> {
    let is_listed = |table: &str| OWNERS.iter().any(|(name, _)| *name == table);
    let others = tables.iter().filter(|(_, number)| **number >= OTHERS);
    let without = others.filter(|(table, _)| !is_listed(table));
    let mut complaints: Vec<String> = without.map(|(table, _)| format!("{table} has no owner")).collect();
    for (table, module) in OWNERS.iter().chain(&MADE_AGAIN) {
        if !tables.contains_key(*table) {
            complaints.push(format!("{table} is no table"));
        }
        if !paths.iter().any(|path| is_in(path, module)) {
            complaints.push(format!("{module} is no module"));
        }
    }
    complaints
}

/// Places of a file whose SQL names a table of another module.
pub fn strays(path: &str, text: &str, tables: &BTreeMap<String, u16>) -> Vec<String> {
    if is_test(path) || EXEMPT.iter().any(|module| is_in(path, module)) {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    for (line, sql) in literals(text) {
        for Named { table, writes, .. } in named(&words(sql)) {
            let number = tables.get(table);
            if number.is_some_and(|number| !may_name(path, table, *number, writes)) {
                let act = if writes { "writes" } else { "reads" };
                complaints.push(format!("{path}:{line}: {act} {table}, whose SQL stands elsewhere"));
            }
        }
    }
    complaints
}

pub fn is_test(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let is_tests = parts.next() == Some("tests.rs");
    is_tests
        || path
            .split('/')
            .any(|part| part == "tests" || part.starts_with("testing"))
}

pub fn is_in(path: &str, module: &str) -> bool {
    let rest = path.strip_prefix(module);
    rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

fn may_name(path: &str, table: &str, number: u16, writes: bool) -> bool {
    let owned = |list: &[(&'static str, &'static str)]| -> Vec<&'static str> {
        let rows = list.iter().filter(|(name, _)| *name == table);
        rows.map(|(_, module)| *module).collect()
    };
    let is_in_any = |modules: &[&str]| modules.iter().any(|module| is_in(path, module));
    let owners = owned(&OWNERS);
    if !owners.is_empty() {
        return is_in_any(&owners);
    }
    match number {
        0..VIEWS => {
            let made_again = is_in_any(&owned(&MADE_AGAIN));
            path.starts_with("ledger/") || is_in(path, "projections/src") && (!writes || made_again)
        }
        VIEWS..OTHERS => is_in(path, &format!("projections/src/{table}")),
        OTHERS.. => false,
    }
}

pub mod tests;
