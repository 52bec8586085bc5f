//! The rules, as functions from text to complaints. An empty list means that the rule is kept.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Longest Rust file, in lines (api §3).
const LINES_MAX: usize = 400;
/// Longest function, in lines (api §3).
const FUNCTION_LINES_MAX: usize = 70;
/// What each crate of the workspace may never need, directly (api §2).
const NEVER: [(&str, &[&str]); 15] = [
    ("domain", &["tokio", "sqlx", "axum", "hyper", "cqrs-es", "rand", "ours"]),
    // What an auditor checks runs without anything of ours but the rules around it, in a browser too.
    (
        "proofs",
        &["tokio", "sqlx", "axum", "hyper", "rand", "cqrs-es", "ledger", "outer"],
    ),
    ("postgres", &["axum", "ours"]),
    ("ledger", &["axum", "hyper", "projections", "outer"]),
    ("projections", &["axum", "hyper", "outer"]),
    // What production needs of a chain has no network; the local chain is for whoever starts it. How accounts of TON are
    // written is a rule of the product.
    (
        "ton",
        &[
            "tokio",
            "sqlx",
            "axum",
            "hyper",
            "rand",
            "proofs",
            "ledger",
            "projections",
            "evm",
            "local_chain",
            "rails",
            "workers",
            "api",
            "cli",
            "tools",
        ],
    ),
    ("evm", &["tokio", "sqlx", "axum", "hyper", "rand", "ours"]),
    (
        "local_chain",
        &[
            "sqlx",
            "axum",
            "domain",
            "ledger",
            "projections",
            "rails",
            "workers",
            "api",
            "cli",
            "tools",
        ],
    ),
    (
        "rails",
        &["axum", "local_chain", "workers", "api", "settings", "cli", "tools"],
    ),
    // Whoever runs a witness needs nothing of the ledger but its key.
    ("witness", &["sqlx", "domain", "ledger", "projections", "outer"]),
    (
        "workers",
        &["axum", "local_chain", "api", "staff", "settings", "cli", "tools"],
    ),
    ("api", &["local_chain", "staff", "settings", "cli", "tools"]),
    ("staff", &["local_chain", "settings", "cli", "tools"]),
    ("settings", &["axum", "local_chain", "workers", "cli", "tools"]),
    ("tools", &["cli"]),
];
/// Every crate of the workspace.
pub const CRATES: [&str; 16] = [
    "domain",
    "proofs",
    "postgres",
    "ledger",
    "projections",
    "ton",
    "evm",
    "local_chain",
    "rails",
    "witness",
    "workers",
    "api",
    "staff",
    "settings",
    "cli",
    "tools",
];
/// Crates that others of ours are built from; `ours` stands for all of them, and for the outer ones.
const INNER: [&str; 4] = ["domain", "proofs", "ledger", "projections"];
/// Crates that reach outside; `outer` stands for all of them.
const OUTER: [&str; 11] = [
    "ton",
    "evm",
    "local_chain",
    "rails",
    "witness",
    "workers",
    "api",
    "staff",
    "settings",
    "cli",
    "tools",
];
/// Names that bring a clock, dice or a wait into the rules.
const IMPURE: [&str; 6] = ["SystemTime", "Instant", "rand", "tokio", "sqlx", "axum"];
/// Modules of the standard library that reach outside.
const OUTSIDE: [&str; 5] = ["fs", "env", "net", "process", "thread"];
/// The top of the repository, beside files that begin with a dot (api §2).
const TOP: [&str; 9] = [
    "Cargo.lock",
    "Cargo.toml",
    "README.md",
    "api",
    "domain",
    "ledger",
    "migrations",
    "projections",
    "web",
];
/// What a build and a run leave at the top; git ignores it.
const IGNORED: [&str; 2] = ["target", "data"];

/// Crates of the workspace and what each needs when it is built and run; tests may need more.
pub fn needs(metadata: &str) -> BTreeMap<String, BTreeSet<String>> {
    let metadata: Value = serde_json::from_str(metadata).expect("JSON of cargo");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let of = |package: &Value| {
        list(&package["dependencies"])
            .iter()
            .filter(|needed| needed["kind"] != "dev")
            .map(name)
            .collect()
    };
    list(&metadata["packages"])
        .iter()
        .map(|package| (name(package), of(package)))
        .collect()
}

/// Crates that need what they must not, and crates without a line in the table.
pub fn wrong_directions(needs: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (of, never) in NEVER {
        match needs.get(of) {
            None => wrong.push(format!("there is no crate {of}")),
            Some(needed) => {
                let never = never.iter().flat_map(|never| expanded(never));
                let found = never.filter(|never| needed.contains(*never));
                wrong.extend(found.map(|never| format!("{of} needs {never}")));
            }
        }
    }
    let listed = |of: &str| of == "cli" || NEVER.iter().any(|(name, _)| *name == of);
    let unlisted = needs.keys().filter(|of| !listed(of));
    wrong.extend(unlisted.map(|of| format!("what {of} may need is not said")));
    wrong
}

fn expanded(never: &'static str) -> Vec<&'static str> {
    match never {
        "ours" => [&INNER[..], &OUTER[..]].concat(),
        "outer" => OUTER.to_vec(),
        name => vec![name],
    }
}

/// Places of a pure file that reach for a clock, dice, a wait or the outside.
pub fn impurities(path: &str, text: &str) -> Vec<String> {
    let found = words(text)
        .filter(|word| IMPURE.contains(&word.as_str()))
        .chain(outside(text));
    found.map(|word| format!("{path} names {word}")).collect()
}

/// Places that compute with floating point.
pub fn floats(path: &str, text: &str) -> Vec<String> {
    let found = words(text).filter(|word| matches!(word.as_str(), "f32" | "f64"));
    found.map(|word| format!("{path} names {word}")).collect()
}

/// A file that nobody reads to its end.
pub fn too_long(path: &str, text: &str) -> Option<String> {
    let lines = text.lines().count();
    (lines > LINES_MAX).then(|| format!("{path} has {lines} lines"))
}

/// Functions that do not fit on a screen.
pub fn long_functions(path: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Option<(usize, usize, String)> = None;
    for (number, line) in text.lines().enumerate() {
        let indent = line.len() - line.trim_start().len();
        match &open {
            Some((start, depth, name)) if line.starts_with(&format!("{}}}", " ".repeat(*depth))) => {
                let lines = number + 1 - start;
                if lines > FUNCTION_LINES_MAX {
                    found.push(format!("{path}: {name} has {lines} lines"));
                }
                open = None;
            }
            Some(_) => {}
            None => open = function(line).map(|name| (number, indent, name)),
        }
    }
    found
}

/// The name of the function that a line begins, unless it ends there.
fn function(line: &str) -> Option<String> {
    let mut code = line.trim_start();
    for word in [
        "pub(crate) ",
        "pub(super) ",
        "pub ",
        "const ",
        "async ",
        "unsafe ",
        "extern \"C\" ",
    ] {
        code = code.strip_prefix(word).unwrap_or(code);
    }
    let after = code.strip_prefix("fn ")?;
    let ends = line.trim_end().ends_with('}') || line.trim_end().ends_with(';');
    let name = after.split(['(', '<']).next().unwrap_or_default();
    (!ends).then(|| name.to_owned())
}

/// Calls of a document of `service` (`api` or `staff`) that are not the function their URL says, and route files
/// without a call. `file` reads `<noun>.rs` of the routes and readings, `files` lists them.
pub fn misplaced_calls(
    service: &str,
    document: &str,
    files: &[String],
    file: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    let document: Value = serde_json::from_str(document).expect("JSON");
    let paths: Vec<&str> = document["paths"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(path, _)| path.as_str())
        .collect();
    let mut nouns = BTreeSet::new();
    let mut wrong = Vec::new();
    for path in paths {
        let segments: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        let [first, "v1", noun, verb] = segments[..] else {
            wrong.push(format!("{path} is not /{service}/v1/<noun>/<verb>"));
            continue;
        };
        if first != service {
            wrong.push(format!("{path} is not of {service}"));
        }
        nouns.insert(format!("{noun}.rs"));
        let text = file(noun).unwrap_or_default();
        // `do` is a word of the language and stands there as `r#do`.
        let names = [format!("pub async fn {verb}("), format!("pub async fn r#{verb}(")];
        if !text.lines().any(|line| names.iter().any(|name| line.starts_with(name))) {
            wrong.push(format!("{path} is no function {verb} of {noun}.rs"));
        }
    }
    let idle = files.iter().filter(|name| *name != "mod.rs" && !nouns.contains(*name));
    wrong.extend(idle.map(|name| format!("{name} serves no call")));
    wrong
}

/// Migrations whose name is not a number, a verb and what it is done to, or whose number is taken.
pub fn unnamed_migrations(names: &[String]) -> Vec<String> {
    let mut numbers = BTreeSet::new();
    let is_migration = |name: &&String| *name != "README.md";
    names
        .iter()
        .filter(is_migration)
        .filter(|name| !is_migration_name(name) || !numbers.insert(name[..4].to_owned()))
        .cloned()
        .collect()
}

/// What a migration may do, as the first word of its name.
const MIGRATION_VERBS: [&str; 9] = [
    "add", "change", "create", "drop", "grant", "index", "protect", "revoke", "seed",
];

/// `0042_create_dives.sql`: four digits, a verb and at least one more word.
fn is_migration_name(name: &str) -> bool {
    let Some((number, words)) = name.strip_suffix(".sql").and_then(|stem| stem.split_once('_')) else {
        return false;
    };
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    number.len() == 4
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && words
            .split_once('_')
            .is_some_and(|(verb, object)| MIGRATION_VERBS.contains(&verb) && object.split('_').all(is_word))
}

/// What does not belong at the top of the repository, and what is missing there.
pub fn strangers(names: &[String]) -> Vec<String> {
    let known = |name: &str| name.starts_with('.') || TOP.contains(&name) || IGNORED.contains(&name);
    let strange = names
        .iter()
        .filter(|name| !known(name))
        .map(|name| format!("{name} does not belong here"));
    let missing = TOP.iter().filter(|name| !names.iter().any(|there| there == *name));
    strange
        .chain(missing.map(|name| format!("{name} is missing")))
        .collect()
}

/// Identifiers and numbers' suffixes of the code, without comments.
fn words(text: &str) -> impl Iterator<Item = String> {
    let code: Vec<String> = text.lines().map(code).collect();
    let split = |line: String| {
        let words = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        // A suffix of a number is a word too: 1.5_f64, 2f32.
        words
            .map(|word| {
                word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '_')
                    .to_owned()
            })
            .collect::<Vec<_>>()
    };
    code.into_iter().flat_map(split)
}

/// Modules behind `std::`, alone or in braces, that reach outside.
fn outside(text: &str) -> Vec<String> {
    let code: String = text.lines().map(code).collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    for after in code.split("std::").skip(1) {
        let named = if after.starts_with('{') {
            after.split(['}', ';']).next().unwrap_or_default()
        } else {
            after
                .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .next()
                .unwrap_or_default()
        };
        let named = named.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        found.extend(
            named
                .filter(|word| OUTSIDE.contains(word))
                .map(|word| format!("std::{word}")),
        );
    }
    found
}

/// A line without its comment; two slashes inside a text are none.
fn code(line: &str) -> String {
    let mut inside = false;
    let mut before = ' ';
    for (place, letter) in line.char_indices() {
        match letter {
            '"' if before != '\\' && before != '\'' => inside = !inside,
            '/' if before == '/' && !inside => return line[..place - 1].to_owned(),
            _ => {}
        }
        before = letter;
    }
    line.to_owned()
}
