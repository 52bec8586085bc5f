//! Laws of the books: each row of the table in `ledger/README.md` is checked by what it names.
//!
//! | the row says | there is |
//! |---|---|
//! | **A** | the id in the code of an audit |
//! | a letter of tests with names behind it | a file or folder of tests of each name |
//! | any | one of the letters at least |
//!
//! And an id that an audit reports has a row that says so. Words beside a path in backticks and those behind a semicolon
//! are prose and are not followed.

use super::tree;
use std::collections::BTreeSet;

/// Code that may report a law.
const FOLDERS: [&str; 2] = ["api/workers/src/audit", "ledger/proofs/src/authority"];

/// Letters of the column, and where what they name lies.
const KINDS: [(&str, &[&str]); 8] = [
    ("A", &[]),
    ("B", &[]),
    ("V", &[]),
    ("D", &["domain/tests/it", "domain/src", "domain/src/player"]),
    ("L", &["ledger/tests/it"]),
    ("P", &["projections/tests/it", "projections/src"]),
    ("H", &["api/tests/http"]),
    ("X", &["api/tests/processes"]),
];

/// What does not fit: rows that nothing checks, tests that are not there, ids without a row.
fn wrong(table: &str, sources: &[String], exists: impl Fn(&str) -> bool) -> Vec<String> {
    let reported: BTreeSet<String> = sources.iter().flat_map(|source| named(source)).collect();
    let (mut wrong, mut listed) = (Vec::new(), BTreeSet::new());
    for (id, checked) in rows(table) {
        let said = checks(checked);
        let audited = said.iter().any(|(kind, _)| *kind == "A" || *kind == "B");
        if said.is_empty() {
            wrong.push(format!("{id}: nothing checks it"));
        }
        if audited && !reported.contains(id) {
            wrong.push(format!("{id}: no audit names it"));
        }
        if !audited && reported.contains(id) {
            wrong.push(format!("{id}: an audit names it, and its row does not say so"));
        }
        let gone = said.iter().filter(|(kind, name)| !is_there(kind, name, &exists));
        wrong.extend(gone.map(|(_, name)| format!("{id}: there is no test {name}")));
        listed.insert(id.to_owned());
    }
    wrong.extend(reported.difference(&listed).map(|id| format!("{id}: it has no row")));
    wrong
}

/// Ids in quotes, as code names what it reports.
fn named(source: &str) -> Vec<String> {
    let quoted = source.split('"').filter(|text| is_law(text));
    quoted.map(ToOwned::to_owned).collect()
}

fn is_law(text: &str) -> bool {
    let number = text.strip_prefix("I-").unwrap_or_default();
    let number = number
        .strip_suffix(|letter: char| letter.is_ascii_lowercase())
        .unwrap_or(number);
    number.len() == 2 && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Id and last column of each row.
fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table.lines().filter_map(|line| {
        let mut columns = line.trim_end().strip_suffix('|')?.split('|').map(str::trim);
        let id = columns.nth(1).filter(|id| is_law(id))?;
        Some((id, columns.next_back()?))
    })
}

/// What a row names: a letter, and behind it the name of a test or nothing.
fn checks(checked: &str) -> Vec<(&'static str, String)> {
    let plain = without_brackets(checked);
    let mut found = Vec::new();
    for part in plain.split(';') {
        let mut kind = None;
        for piece in part.split(',').map(str::trim) {
            let (first, rest) = piece.split_once(' ').unwrap_or((piece, ""));
            let letter = KINDS
                .iter()
                .find(|(letter, _)| *letter == first)
                .map(|(letter, _)| *letter);
            let names = if letter.is_some() { rest } else { piece };
            kind = letter.or(kind);
            found.extend(letter.map(|letter| (letter, String::new())));
            let is_prose = names.contains('`') || names.split(' ').count() > 2;
            if let Some(kind) = kind.filter(|_| !is_prose) {
                let names = names.split(' ').filter(|name| !name.is_empty());
                found.extend(names.map(|name| (kind, name.to_owned())));
            }
        }
    }
    found
}

/// A text without what stands in brackets.
fn without_brackets(text: &str) -> String {
    let mut depth = 0_u32;
    let outside = |letter: &char| {
        match letter {
            '(' => depth += 1,
            ')' => {
                depth = depth.saturating_sub(1);
                return false;
            }
            _ => {}
        }
        depth == 0
    };
    text.chars().filter(outside).collect()
}

fn is_there(kind: &str, name: &str, exists: &impl Fn(&str) -> bool) -> bool {
    let folders = KINDS
        .iter()
        .find(|(letter, _)| *letter == kind)
        .map_or(&[][..], |(_, folders)| *folders);
    let mut places = folders
        .iter()
        .flat_map(|folder| [format!("{folder}/{name}.rs"), format!("{folder}/{name}")]);
    folders.is_empty() || name.is_empty() || places.any(|place| exists(&place))
}

#[test]
fn every_law_is_checked_by_what_its_row_names() {
    let table = tree::read("ledger/README.md").expect("a README");
    let audits = FOLDERS.into_iter().flat_map(tree::rust_files);
    let sources: Vec<_> = audits.map(|(_, text)| text).collect();
    let exists = |path: &str| tree::root().join(path).exists();
    assert_eq!(wrong(&table, &sources, exists), [""; 0]);
}

#[test]
fn a_law_that_nothing_checks_is_noticed() {
    let table =
        "| id | law | checked |\n| I-01 | a | A, V |\n| I-02 | b | A (of all, too); H here, gone |\n| I-03 | c | V |
| I-04 | d | alerts |\n| I-05 | e | D `by/hand.rs`; the alert `x` |\n";
    let sources = [r#"Law { id: "I-01" } Law::new("I-05") "I-06""#.to_owned()];
    let exists = |path: &str| path == "api/tests/http/here.rs";
    assert_eq!(
        wrong(table, &sources, exists),
        [
            "I-02: no audit names it",
            "I-02: there is no test gone",
            "I-04: nothing checks it",
            "I-05: an audit names it, and its row does not say so",
            "I-06: it has no row",
        ]
    );
}
