//! Statements that name a partitioned table and not its partition (ledger §4.4).
//!
//! Such a statement asks every log. One database has them all; on servers that share the logs it goes to each of them.
//! So each is listed in [`listed`] with the reason why it has to, and no other may.
//!
//! A table of a statement names its partition when the column is compared for equality in the same query or in one
//! inside of it: with a value, a list, a row, or the partition of another table; or when it is inserted. The rule reads
//! string literals of Rust code. It does not see what a program adds to a literal.

mod listed;

use super::sql::{behind_group, literals, named, words};
use super::tables::{is_in, is_test};
use listed::LISTED;
use std::collections::{BTreeMap, BTreeSet};

/// Modules whose statements are no part of the service.
const TOOLS: [&str; 1] = ["api/tools/src"];
/// Words with which a query begins behind a bracket.
const QUERIES: [&str; 4] = ["select", "with", "update", "delete"];
/// Words between queries of one level.
const BETWEEN: [&str; 4] = [";", "union", "except", "intersect"];
/// Words behind a table that are no alias.
const CLAUSES: [&str; 24] = [
    "cross",
    "except",
    "for",
    "full",
    "group",
    "having",
    "in",
    "inner",
    "intersect",
    "join",
    "left",
    "limit",
    "natural",
    "on",
    "order",
    "returning",
    "right",
    "select",
    "set",
    "tablesample",
    "union",
    "using",
    "where",
    "window",
];

/// Tables whose rows lie with their owner's log. House tables have partition 0 alone and stay in one place.
pub fn partitioned(migrations: &[(String, String)]) -> BTreeSet<String> {
    let created = migrations.iter().flat_map(|(_, text)| text.split("create ").skip(1));
    let with_partition = created.filter_map(|text| {
        let (name, columns) = text
            .trim_start_matches("unlogged ")
            .strip_prefix("table ")?
            .split_once(" (")?;
        let columns = columns.split("\n);").next()?;
        let is_of_owners = columns.contains("\n    partition ") && !columns.contains("check (partition = 0)");
        is_of_owners.then(|| name.to_owned())
    });
    with_partition.collect()
}

/// Statements of a file that ask every log: each as the file and the function or constant that it stands in.
pub fn asking_all(path: &str, text: &str, tables: &BTreeSet<String>) -> Vec<String> {
    if is_test(path) || TOOLS.iter().any(|module| is_in(path, module)) {
        return Vec::new();
    }
    let all = literals(text).into_iter().filter(|(_, sql)| asks_all(sql, tables));
    all.map(|(line, _)| format!("{path} {}", item(text, line))).collect()
}

/// What is in the code more often than in the list, and the other way round.
pub fn unlisted(found: &[String]) -> Vec<String> {
    let listed = LISTED.iter().flat_map(|(_, places)| places.iter().copied());
    let (places, modules): (Vec<&str>, Vec<&str>) = listed.partition(|listed| listed.contains(' '));
    let module_of = |place: &str| {
        let path = place.split(' ').next().unwrap_or_default();
        modules.iter().copied().find(|module| is_in(path, module))
    };
    let mut times: BTreeMap<&str, i32> = BTreeMap::new();
    for place in found.iter().filter(|place| module_of(place).is_none()) {
        *times.entry(place).or_default() += 1;
    }
    for place in places {
        *times.entry(place).or_default() -= 1;
    }
    for module in &modules {
        let is_there = found.iter().any(|place| module_of(place) == Some(*module));
        times.insert(module, i32::from(is_there) - 1);
    }
    let complaint = |(place, times): (&str, i32)| match times {
        1.. => Some(format!(
            "{place}: asks every log: name the partition, or list it with a reason"
        )),
        0 => None,
        _ => Some(format!("{place}: is listed and asks every log no longer")),
    };
    times.into_iter().filter_map(complaint).collect()
}

/// The function or constant around a line.
pub fn item(text: &str, line: usize) -> &str {
    let lines: Vec<&str> = text.lines().take(line).collect();
    lines.iter().rev().find_map(|line| named_by(line)).unwrap_or_default()
}

/// The function or constant that begins with a line.
fn named_by(line: &str) -> Option<&str> {
    let mut words = line.split([' ', '(', ':', '<']).filter(|word| !word.is_empty());
    let is_of_item = |word: &&str| !["pub", "crate)", "super)", "async", "unsafe"].contains(word);
    let kind = words.find(is_of_item)?;
    words
        .find(|word| *word != "fn")
        .filter(|_| ["fn", "const", "static"].contains(&kind))
}

/// Whether a statement has a partitioned table without its partition.
fn asks_all(sql: &str, tables: &BTreeSet<String>) -> bool {
    let lower = sql.to_lowercase();
    let words = words(&lower);
    let places = named(&words).into_iter().filter(|named| tables.contains(named.table));
    places.into_iter().any(|named| !is_bound(&words, named.place, tables))
}

fn is_bound(words: &[&str], place: usize, tables: &BTreeSet<String>) -> bool {
    let at = |place: usize| words.get(place).copied().unwrap_or_default();
    if at(place - 1) == "into" {
        let columns = place + 1 + 2 * usize::from(at(place + 1) == "as");
        return words[columns..behind_group(words, columns)].contains(&"partition");
    }
    let (begin, end) = query(words, place);
    let query = &words[begin..end];
    let is_alone = named(query)
        .iter()
        .filter(|named| tables.contains(named.table) && is_of(query, named.place, place - begin))
        .count()
        == 1;
    let alias = alias(words, place);
    let mut columns = (begin..end).filter(|column| at(*column) == "partition");
    columns.any(|column| match at(column.saturating_sub(1)) {
        "." => at(column.saturating_sub(2)) == alias && is_equal(words, column - 2, column),
        _ => {
            let is_here = is_of(query, column - begin, place - begin);
            is_here && (is_alone && is_equal(words, column, column) || is_shared(words, column))
        }
    })
}

/// Whether two places of a query belong to the same one, not to one inside of it.
fn is_of(words: &[&str], one: usize, other: usize) -> bool {
    query(words, one) == query(words, other)
}

/// The words of the query that a place belongs to.
fn query(words: &[&str], place: usize) -> (usize, usize) {
    let (mut begin, mut depth) = (place, 0_usize);
    while begin > 0 {
        match words[begin - 1] {
            ")" => depth += 1,
            "(" if depth > 0 => depth -= 1,
            "(" if QUERIES.contains(&words[begin]) => break,
            word if depth == 0 && BETWEEN.contains(&word) => break,
            _ => {}
        }
        begin -= 1;
    }
    let (mut end, mut depth) = (place, 0_usize);
    while end < words.len() {
        match words[end] {
            "(" => depth += 1,
            ")" if depth > 0 => depth -= 1,
            ")" if closes(words, begin, end) => break,
            word if depth == 0 && BETWEEN.contains(&word) => break,
            _ => {}
        }
        end += 1;
    }
    (begin, end)
}

/// Whether the bracket at `end` was opened before `begin`.
fn closes(words: &[&str], begin: usize, end: usize) -> bool {
    let count = |bracket: &str| words[begin..end].iter().filter(|word| **word == bracket).count();
    count("(") == count(")")
}

/// What columns of the table at a place are named by.
fn alias<'a>(words: &[&'a str], place: usize) -> &'a str {
    let next = place + 1 + usize::from(words.get(place + 1) == Some(&"as"));
    let is_alias = |word: &&str| word.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let alias = words
        .get(next)
        .copied()
        .filter(is_alias)
        .filter(|word| !CLAUSES.contains(word));
    alias.unwrap_or(words[place])
}

/// Whether the column between two places is compared for equality, alone or as a part of a row.
fn is_equal(words: &[&str], first: usize, last: usize) -> bool {
    let at = |place: usize| words.get(place).copied().unwrap_or_default();
    let is_equality = |place: usize| at(place) == "=" && !["<", ">", "!"].contains(&at(place.saturating_sub(1)));
    if is_equality(last + 1) || at(last + 1) == "in" || first > 0 && is_equality(first - 1) {
        return true;
    }
    let open = open_bracket(words, first);
    open.is_some_and(|open| {
        let behind = behind_group(words, open);
        let is_row =
            !QUERIES.contains(&at(open + 1)) && (open == 0 || !is_word(at(open - 1)) || is_before_rows(at(open - 1)));
        is_row && (is_equality(behind) || at(behind) == "in" || open > 0 && is_equality(open - 1))
    })
}

fn is_word(word: &str) -> bool {
    word.starts_with(char::is_alphabetic)
}

fn is_before_rows(word: &str) -> bool {
    ["where", "and", "on", "or", "not", "when"].contains(&word)
}

/// Whether the column is one of those that a join shares by name.
fn is_shared(words: &[&str], column: usize) -> bool {
    open_bracket(words, column).is_some_and(|open| open > 0 && words[open - 1] == "using")
}

/// The bracket that a place stands in.
fn open_bracket(words: &[&str], place: usize) -> Option<usize> {
    let mut depth = 0_usize;
    (0..place).rev().find(|place| match words[*place] {
        ")" => {
            depth += 1;
            false
        }
        "(" if depth == 0 => true,
        "(" => {
            depth -= 1;
            false
        }
        _ => false,
    })
}

mod tests;
