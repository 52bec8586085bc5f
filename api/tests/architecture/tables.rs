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

use std::collections::BTreeMap;

/// Modules that own tables which are neither facts nor views.
const OWNERS: [(&str, &str); 21] = [
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
    ("rail_checks", "api/rails/src/reconcile"),
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
/// Words of SQL after which the name of a table stands.
const BEFORE_TABLES: [&str; 8] = ["from", "into", "join", "only", "table", "truncate", "update", "using"];

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
        for Named { table, writes } in named(sql) {
            let number = tables.get(table);
            if number.is_some_and(|number| !may_name(path, table, *number, writes)) {
                let act = if writes { "writes" } else { "reads" };
                complaints.push(format!("{path}:{line}: {act} {table}, whose SQL stands elsewhere"));
            }
        }
    }
    complaints
}

fn is_test(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let is_tests = parts.next() == Some("tests.rs");
    is_tests
        || path
            .split('/')
            .any(|part| part == "tests" || part.starts_with("testing"))
}

fn is_in(path: &str, module: &str) -> bool {
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

/// A name in a place of SQL where tables stand.
#[derive(Debug, PartialEq, Eq)]
struct Named<'a> {
    table: &'a str,
    writes: bool,
}

fn named(sql: &str) -> Vec<Named<'_>> {
    let words = words(sql);
    let at = |place: usize| words.get(place).copied().unwrap_or_default();
    let mut found = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let is_delete = *word == "from" && place > 0 && at(place - 1) == "delete";
        let writes = is_delete || ["into", "table", "truncate", "update"].contains(word);
        let mut next = place + 1;
        // A list of tables: each with its alias, up to the last comma.
        let mut goes_on = BEFORE_TABLES.contains(word);
        while goes_on {
            if at(next + 1) == "." {
                next += 2;
            }
            let table = at(next);
            found.push(Named { table, writes });
            next = behind_group(&words, next + usize::from(table != "("));
            next += usize::from(at(next) == "as");
            next = behind_group(&words, next + usize::from(at(next) != ","));
            goes_on = at(next) == ",";
            next += 1;
        }
    }
    found
}

/// The place behind a group in brackets that begins here; here if none does.
fn behind_group(words: &[&str], begin: usize) -> usize {
    let mut depth = 0_usize;
    for (place, word) in words.iter().enumerate().skip(begin) {
        match *word {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return if place == begin { begin } else { place + 1 };
        }
    }
    words.len()
}

/// Names and signs of a statement; quotation marks around a name do not count.
fn words(sql: &str) -> Vec<&str> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut words = Vec::new();
    let mut rest = sql;
    while let Some(letter) = rest.chars().next() {
        let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end.max(letter.len_utf8() * usize::from(end == 0)));
        if !letter.is_whitespace() && !['"', '\\'].contains(&letter) {
            words.push(word);
        }
        rest = after;
    }
    words
}

/// The string literals of Rust code, each with the line on which it begins.
fn literals(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(step) = code[at..].find(['"', '/', '\'']) {
        let start = at + step;
        let rest = &code[start..];
        at = start
            + match rest.as_bytes()[0] {
                b'/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
                b'"' => {
                    let inside = literal(&code[..start], &rest[1..]);
                    found.push((code[..start].matches('\n').count() + 1, inside));
                    inside.len() + 2
                }
                b'\'' => character(rest),
                _ => 1,
            };
        at = at.min(code.len());
    }
    found
}

/// A literal from behind its first quotation mark to before its last one.
fn literal<'a>(before: &str, rest: &'a str) -> &'a str {
    let opening = before.trim_end_matches('#');
    if opening.ends_with('r') {
        let end = format!("\"{}", "#".repeat(before.len() - opening.len()));
        return &rest[..rest.find(&end).unwrap_or(rest.len())];
    }
    let mut is_escaped = false;
    let end = rest.find(|letter| {
        let ends = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        ends
    });
    &rest[..end.unwrap_or(rest.len())]
}

/// The length of a character literal, which may be a quotation mark; 1 for the sign of a lifetime.
fn character(rest: &str) -> usize {
    if rest.starts_with("'\\") {
        return rest.get(3..).and_then(|rest| rest.find('\'')).map_or(2, |end| end + 4);
    }
    let mut letters = rest.chars().skip(1);
    let length = letters.next().map_or(0, char::len_utf8);
    if letters.next() == Some('\'') { length + 2 } else { 1 }
}

mod tests;
