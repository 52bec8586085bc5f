//! What the migrations declare, read from their text: the rights that they grant the service, and the triggers that
//! protect tables. So there is no second list of either.
//!
//! Reads the SQL that migrations are written in (`migrations/README.md`) and no other.

use crate::schema::{self, APPLICATION};
use std::collections::BTreeSet;

/// Bits of `pg_trigger.tgtype`.
const BITS: [(&str, i16); 6] = [
    ("row", 1),
    ("before", 2),
    ("insert", 4),
    ("delete", 8),
    ("update", 16),
    ("truncate", 32),
];

/// What all migrations together come to.
#[derive(Debug, Default)]
pub(super) struct Declared {
    /// Table or function, and what may be done with it: `("rail_cursors", "update (lt)")`.
    pub rights: BTreeSet<(String, String)>,
    pub triggers: Vec<Trigger>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Trigger {
    pub name: String,
    pub table: String,
    pub function: String,
    /// When it fires, as in `pg_trigger.tgtype`.
    pub fires: i16,
    /// The number of the migration.
    pub migration: i64,
}

impl Declared {
    /// Of all migrations of this program.
    pub(super) fn read() -> Declared {
        let mut declared = Declared::default();
        for (number, sql) in schema::migrations() {
            for statement in statements(sql) {
                declared.take(number, &statement);
            }
        }
        declared
    }

    fn take(&mut self, migration: i64, statement: &str) {
        if let Some(given) = statement.strip_prefix("grant ") {
            self.rights.extend(rights(given, " to "));
        } else if let Some(taken) = statement.strip_prefix("revoke ") {
            // Taken from a table, a right is taken from its columns too.
            for (name, right) in rights(taken, " from ") {
                let of_columns = format!("{right} (");
                let is_taken = |held: &str| held == right || held.starts_with(&of_columns);
                self.rights.retain(|(of, held)| *of != name || !is_taken(held));
            }
        } else if let Some(created) = statement.strip_prefix("create trigger ") {
            self.triggers.extend(trigger(created, migration));
        }
    }
}

/// The statements of a migration, each on one line: without comments and without the bodies of functions.
fn statements(sql: &str) -> Vec<String> {
    let lines = sql.lines().map(|line| line.split("--").next().unwrap_or_default());
    let plain = lines.collect::<Vec<_>>().join(" ");
    let outside = plain.split("$$").step_by(2).collect::<Vec<_>>().join(" ");
    let words = |statement: &str| statement.split_whitespace().collect::<Vec<_>>().join(" ");
    outside.split(';').map(words).collect()
}

/// What `select, insert on a, b to ledger_app` gives or takes, each right for each table; none of a schema or role.
fn rights(statement: &str, whom: &str) -> Vec<(String, String)> {
    let named = statement
        .strip_suffix(APPLICATION)
        .and_then(|rest| rest.strip_suffix(whom));
    let Some((verbs, names)) = named.and_then(|named| named.split_once(" on ")) else {
        return Vec::new();
    };
    let names = names.strip_prefix("function ").unwrap_or(names);
    if names.starts_with("schema ") {
        return Vec::new();
    }
    let each = |name: &str| {
        let name = name.trim().to_owned();
        listed(verbs).into_iter().map(move |verb| (name.clone(), verb))
    };
    names.split(',').flat_map(each).collect()
}

/// The rights of a list: one with several columns is one for each of them.
fn listed(verbs: &str) -> Vec<String> {
    let Some((verb, columns)) = verbs.strip_suffix(')').and_then(|verbs| verbs.split_once(" (")) else {
        return verbs.split(", ").map(str::to_owned).collect();
    };
    columns.split(", ").map(|column| format!("{verb} ({column})")).collect()
}

/// What `name before insert or update on table for each row execute function f()` declares.
fn trigger(created: &str, migration: i64) -> Option<Trigger> {
    let (name, rest) = created.split_once(' ')?;
    let (when, rest) = rest.split_once(" on ")?;
    let (table, rest) = rest.split_once(" for each ")?;
    let (each, function) = rest.split_once(" execute function ")?;
    let fires = BITS
        .into_iter()
        .filter(|(word, _)| when.split(' ').any(|said| said == *word) || each == *word);
    Some(Trigger {
        name: name.to_owned(),
        table: table.to_owned(),
        function: function.to_owned(),
        fires: fires.map(|(_, bit)| bit).sum(),
        migration,
    })
}

#[cfg(test)]
mod tests;
