//! Every statement of the product is prepared by a server, and planned with sample arguments.
//!
//! On the plain PostgreSQL of tests this finds statements that name what the schema does not have. With
//! `LEDGER_TEST_CITUS` (ledger §4.14) the server is one with Citus and the schema is distributed: then it finds what
//! Citus cannot plan, with the place in the code and Citus's message.
//!
//! Statements are the string literals of Rust code that begin like one. Names in braces are filled in from constants of
//! the same file or from [`listed`]; what is put together in other ways is listed there with the reason. Statements
//! without a plan (settings, locks, changes of the schema) are left out.

mod listed;

use super::partitions::item;
use super::sql::literals;
use super::tables::{is_in, is_test};
use ledger::testing::{citus, database};
use listed::{COMPOSED, FILLED, ON_CITUS, TYPED};
use sqlx::{ConnectOptions, Executor, PgConnection, Row};
use std::collections::BTreeMap;

/// Modules whose statements are no part of the service.
const TOOLS: [&str; 1] = ["api/tools/src"];
/// Words with which a statement that has a plan begins.
const PLANNED: [&str; 5] = ["delete", "insert", "select", "update", "with"];

/// A statement, and the file and the function or constant in it where it stands.
pub struct Statement {
    pub place: String,
    pub sql: String,
}

/// The statements of a file.
pub fn statements(path: &str, code: &str) -> Vec<Statement> {
    if is_test(path) || TOOLS.iter().any(|module| is_in(path, module)) {
        return Vec::new();
    }
    let statement = |(line, literal): (usize, &str)| Statement {
        place: format!("{path} {}", item(code, line)),
        sql: marked(path, &filled(path, code, &unescaped(code, literal))),
    };
    let all = literals(code).into_iter().map(statement);
    all.filter(|statement| is_planned(&statement.sql)).collect()
}

fn is_planned(literal: &str) -> bool {
    let mut words = literal.split_whitespace();
    words.next().is_some_and(|word| PLANNED.contains(&word)) && words.next().is_some()
}

/// The text of a literal as the program has it.
fn unescaped(code: &str, literal: &str) -> String {
    let begin = literal.as_ptr() as usize - code.as_ptr() as usize;
    if code[..begin - 1].trim_end_matches('#').ends_with('r') {
        return literal.to_owned();
    }
    let (mut text, mut letters) = (String::new(), literal.chars().peekable());
    while let Some(letter) = letters.next() {
        match (letter, letter == '\\') {
            (_, false) => text.push(letter),
            (_, true) => match letters.next() {
                Some('n') => text.push('\n'),
                Some('\n') => while letters.next_if(|letter| letter.is_whitespace()).is_some() {},
                other => text.extend(other),
            },
        }
    }
    text
}

/// The statement with a value in the place of each name in braces that is known.
fn filled(path: &str, code: &str, sql: &str) -> String {
    let mut text = String::new();
    let mut rest = sql;
    while let Some((before, behind)) = rest.split_once('{') {
        text.push_str(before);
        let value = behind
            .split_once('}')
            .and_then(|(name, after)| Some((value(path, code, name)?, after)));
        match value {
            Some((value, after)) => {
                text.push_str(&filled(path, code, &value));
                rest = after;
            }
            None => {
                text.push('{');
                rest = behind;
            }
        }
    }
    text + rest
}

/// The same for listed names that begin with a sign, as the program replaces them.
fn marked(path: &str, sql: &str) -> String {
    let marks = FILLED
        .iter()
        .filter(|(file, name, _)| *file == path && name.starts_with('$'));
    marks.fold(sql.to_owned(), |sql, (_, mark, value)| sql.replace(mark, value))
}

fn value(path: &str, code: &str, name: &str) -> Option<String> {
    let listed = FILLED.iter().find(|(file, of, _)| *file == path && *of == name);
    listed
        .map(|(_, _, value)| (*value).to_owned())
        .or_else(|| constant(code, name))
}

/// The text of a constant of the file.
fn constant(code: &str, name: &str) -> Option<String> {
    let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_');
    let begin = code.find(&format!("const {name}: &str ="))?;
    let (_, literal) = literals(&code[begin..]).into_iter().next()?;
    is_name.then(|| unescaped(code, literal))
}

/// What the server says to one statement; nothing when it plans it.
async fn refusal(server: &mut PgConnection, statement: &Statement) -> Option<String> {
    let planned = plan(server, statement).await;
    server.execute("deallocate all").await.expect("forgotten");
    planned.err().map(|error| match error.as_database_error() {
        Some(answer) => answer.message().to_owned(),
        None => error.to_string(),
    })
}

async fn plan(server: &mut PgConnection, Statement { place, sql }: &Statement) -> Result<(), sqlx::Error> {
    let typed = TYPED.iter().find(|(of, _)| of == place);
    let types = typed.map_or_else(String::new, |(_, types)| format!("({types})"));
    server
        .execute(format!("prepare walked{types} as {sql}").as_str())
        .await?;
    let row = server.fetch_one("select parameter_types::text[] from pg_prepared_statements where name = 'walked'");
    let types: Vec<String> = row.await?.try_get(0)?;
    let mut refused = Ok(());
    // A value that a statement cannot read says nothing about its plan: then without any.
    for sample in [sample as fn(&str) -> String, nothing] {
        let values: Vec<String> = types.iter().map(|of| sample(of)).collect();
        let values = if values.is_empty() {
            String::new()
        } else {
            format!("({})", values.join(", "))
        };
        refused = server
            .execute(format!("explain execute walked{values}").as_str())
            .await
            .map(|_| ());
        match &refused {
            Err(error) if is_of_data(error) => {}
            _ => break,
        }
    }
    refused
}

fn is_of_data(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|answer| answer.code());
    code.is_some_and(|code| code.starts_with("22"))
}

/// A value of a type. A partition is a small number, and not null, which would lead to no log at all.
fn sample(of: &str) -> String {
    let (one, brackets) = of.strip_suffix("[]").map_or((of, false), |one| (one, true));
    let text = match one {
        "uuid" => "00000000-0000-7000-8000-000000000001",
        "boolean" => "true",
        "json" | "jsonb" => "{}",
        "bytea" => r"\x00",
        "smallint" | "integer" | "bigint" | "numeric" | "double precision" => "1",
        "regclass" | "name" => "events",
        _ => "a",
    };
    if brackets {
        format!("array['{text}']::{of}")
    } else {
        format!("'{text}'::{of}")
    }
}

fn nothing(of: &str) -> String {
    format!("null::{of}")
}

/// What is refused and not listed, and what is listed and not refused.
fn complaints(refused: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let elsewhere = if citus::is_asked_for() { &[] } else { ON_CITUS };
    let listed: Vec<&str> = COMPOSED
        .iter()
        .map(|(place, _)| *place)
        .chain(elsewhere.iter().copied())
        .collect();
    let is_listed = |place: &str| listed.contains(&place);
    let unlisted = refused.iter().filter(|(place, _)| !is_listed(place));
    let mut complaints: Vec<String> = unlisted
        .flat_map(|(place, said)| said.iter().map(move |said| format!("{place}: {said}")))
        .collect();
    let fine = listed.iter().filter(|place| !refused.contains_key(**place));
    complaints.extend(fine.map(|place| format!("{place}: is listed and is planned as it stands")));
    complaints
}

mod tests;
