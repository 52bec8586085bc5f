//! The rules of the house, kept by a test: who may need whom, what the pure rules may not touch,
//! where a call lives, how files are named, how long they grow and what they cite (api §2, §3).
//!
//! Each rule is a function over text and is shown to complain about a planted example.

mod architecture {
    pub mod citations;
    mod features;
    pub mod handlers;
    mod laws;
    pub mod partitions;
    pub mod rules;
    pub mod scale;
    pub mod sql;
    pub mod statements;
    pub mod tables;
    pub mod tree;
}

use architecture::{citations, rules, tree};
use serde_json::json;
use std::collections::BTreeMap;

const NOTHING: [&str; 0] = [];

#[test]
fn crates_need_each_other_in_one_direction_only() {
    assert_eq!(rules::wrong_directions(&rules::needs(&tree::metadata())), NOTHING);
}

#[test]
fn a_wrong_direction_is_noticed() {
    let package = |name: &str, needs: &[(&str, Option<&str>)]| {
        let needs: Vec<_> = needs
            .iter()
            .map(|(name, kind)| json!({ "name": name, "kind": kind }))
            .collect();
        json!({ "name": name, "dependencies": needs })
    };
    let complaints = |of: &str, needs: &[(&str, Option<&str>)]| {
        let mut packages = BTreeMap::from(rules::CRATES.map(|name| (name, package(name, &[]))));
        packages.insert(of, package(of, needs));
        let packages: Vec<_> = packages.into_values().collect();
        rules::wrong_directions(&rules::needs(&json!({ "packages": packages }).to_string()))
    };
    assert_eq!(
        complaints("domain", &[("serde", None), ("tokio", Some("dev"))]),
        NOTHING
    );
    for needed in ["tokio", "sqlx", "axum", "cqrs-es", "rand", "ledger", "tools"] {
        for kind in [None, Some("build")] {
            assert_eq!(
                complaints("domain", &[(needed, kind)]),
                [format!("domain needs {needed}")]
            );
        }
    }
    assert_eq!(complaints("rails", &[("api", None)]), ["rails needs api"]);
    assert_eq!(complaints("workers", &[("api", None)]), ["workers needs api"]);
    assert_eq!(complaints("api", &[("tools", None)]), ["api needs tools"]);
    assert_eq!(complaints("new", &[]), ["what new may need is not said"]);
    let nothing = rules::wrong_directions(&rules::needs("{}"));
    assert!(nothing.contains(&"there is no crate ledger".to_owned()));
}

#[test]
fn the_rules_have_no_clock_no_dice_and_no_outside() {
    for folder in [
        "domain/src",
        "ledger/proofs/src",
        "api/rails/ton/src",
        "api/rails/evm/src",
    ] {
        let files = tree::rust_files(folder);
        let complaints: Vec<String> = files
            .iter()
            .flat_map(|(path, text)| rules::impurities(path, text))
            .collect();
        assert_eq!(complaints, NOTHING);
    }
}

#[test]
fn a_clock_in_the_rules_is_noticed() {
    for (text, named) in [
        ("use std::time::{Duration, SystemTime};", "SystemTime"),
        ("let began = std::time::Instant::now();", "Instant"),
        ("let roll = rand::rng().random();", "rand"),
        ("tokio::spawn(async {});", "tokio"),
        ("let text = std::fs::read(path);", "std::fs"),
        ("let home = std::env::var(\"HOME\");", "std::env"),
        ("use std::{collections::BTreeMap, env, fmt};", "std::env"),
        ("let url = \"https://a.b\"; let began = Instant::now();", "Instant"),
    ] {
        assert_eq!(
            rules::impurities("a.rs", text),
            [format!("a.rs names {named}")],
            "{text}"
        );
    }
    let pure = "//! Knows no Instant.\nuse std::collections::BTreeMap; // not rand::rng()\nlet brand = operand;";
    assert_eq!(rules::impurities("a.rs", pure), NOTHING);
}

#[test]
fn money_is_never_floating() {
    for folder in [
        "domain/src",
        "ledger/src",
        "projections/src",
        "api/rails/ton/src",
        "api/rails/evm/src",
    ] {
        let files = tree::rust_files(folder);
        let complaints: Vec<String> = files
            .iter()
            .flat_map(|(path, text)| rules::floats(path, text))
            .collect();
        assert_eq!(complaints, NOTHING);
    }
}

#[test]
fn a_float_is_noticed() {
    for (text, named) in [
        ("let price: f64 = 1.0;", "f64"),
        ("let half = 0.5_f32;", "f32"),
        ("let half = 5f64;", "f64"),
        ("Vec<f64>", "f64"),
    ] {
        assert_eq!(rules::floats("a.rs", text), [format!("a.rs names {named}")], "{text}");
    }
    assert_eq!(rules::floats("a.rs", "/// Never an f64.\nlet buf640 = 0xf6;"), NOTHING);
}

#[test]
fn every_rust_file_can_be_read_to_its_end() {
    let files = tree::rust_files("");
    let complaints: Vec<String> = files
        .iter()
        .filter_map(|(path, text)| rules::too_long(path, text))
        .collect();
    assert_eq!(complaints, NOTHING);
    assert!(
        files
            .iter()
            .any(|(path, _)| path.ends_with("api/tests/architecture.rs")),
        "this file was read too"
    );
}

#[test]
fn a_file_of_401_lines_is_noticed() {
    assert_eq!(rules::too_long("a.rs", &"line\n".repeat(400)), None);
    assert_eq!(
        rules::too_long("a.rs", &"line\n".repeat(401)).as_deref(),
        Some("a.rs has 401 lines")
    );
}

#[test]
fn every_function_fits_on_a_screen() {
    // A test may be a table of what is tried.
    let files = tree::rust_files("");
    let complaints: Vec<String> = files
        .iter()
        .filter(|(path, _)| !path.contains("/tests/") && !path.ends_with("/tests.rs"))
        .flat_map(|(path, text)| rules::long_functions(path, text))
        .collect();
    assert_eq!(complaints, NOTHING);
}

#[test]
fn a_function_of_71_lines_is_noticed() {
    let function = |lines: usize| {
        let body = "        step();\n".repeat(lines - 2);
        format!("impl Walk {{\n    pub async fn walk(&self) {{\n{body}    }}\n}}\n")
    };
    assert_eq!(rules::long_functions("a.rs", &function(70)), NOTHING);
    assert_eq!(
        rules::long_functions("a.rs", &function(71)),
        ["a.rs: walk has 71 lines"]
    );
}

#[test]
fn the_url_says_where_a_call_lives() {
    let document = tree::read("api/openapi.json").expect("the document");
    assert!(document.contains("/api/v1/login/telegram"));
    let read = |noun: &str| tree::read(&format!("api/src/routes/{noun}.rs"));
    assert_eq!(
        rules::misplaced_calls("api", &document, &tree::names("api/src/routes"), read),
        NOTHING
    );
    let document = tree::read("api/openapi-staff.json").expect("the document");
    // What only reads is a function of the ledger and the body, without a handler of its own.
    let sources = tree::rust_files("api/staff/src");
    let read = |noun: &str| {
        let is_of = |path: &str| {
            ["routes", "reading"].iter().any(|folder| {
                let place = format!("api/staff/src/{folder}/{noun}");
                path == format!("{place}.rs") || path.starts_with(&format!("{place}/"))
            })
        };
        let texts: Vec<&str> = sources
            .iter()
            .filter(|(path, _)| is_of(path))
            .map(|(_, text)| text.as_str())
            .collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    };
    let mut files = tree::names("api/staff/src/routes");
    files.retain(|name| name.ends_with(".rs"));
    assert_eq!(rules::misplaced_calls("staff", &document, &files, read), NOTHING);
}

#[test]
fn a_call_in_another_place_is_noticed() {
    let document = |path: &str| json!({ "paths": { path: {} } }).to_string();
    let files = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let read =
        |noun: &str| (noun == "team").then(|| "//! Teams.\n\npub async fn receive(call: Call) -> Answer {".into());
    let complaints = |path: &str, names: &[&str]| rules::misplaced_calls("api", &document(path), &files(names), read);
    assert_eq!(complaints("/api/v1/team/receive", &["mod.rs", "team.rs"]), NOTHING);
    assert_eq!(
        complaints("/api/v1/team/give", &["team.rs"]),
        ["/api/v1/team/give is no function give of team.rs"]
    );
    assert_eq!(
        complaints("/api/v1/vip/receive", &["vip.rs"]),
        ["/api/v1/vip/receive is no function receive of vip.rs"]
    );
    assert_eq!(
        complaints("/api/v1/team", &[]),
        ["/api/v1/team is not /api/v1/<noun>/<verb>"]
    );
    assert_eq!(
        complaints("/api/v1/team/receive", &["team.rs", "extra.rs"]),
        ["extra.rs serves no call"]
    );
}

#[test]
fn every_migration_has_a_number_and_a_verb() {
    let names = tree::names("migrations");
    assert!(names.len() > 10);
    assert_eq!(rules::unnamed_migrations(&names), NOTHING);
}

#[test]
fn a_migration_without_a_plain_name_is_noticed() {
    for name in [
        "0103_create.sql",
        "0103_dives_are_listed.sql",
        "103_create_dives.sql",
        "0103-create-dives.sql",
        "0103_create_Dives.sql",
        "0103_create__dives.sql",
        "notes.txt",
        "0103.sql",
    ] {
        assert_eq!(rules::unnamed_migrations(&[name.to_owned()]), [name]);
    }
    let twice = ["0103_create_dives.sql".to_owned(), "0103_index_seeds.sql".to_owned()];
    assert_eq!(rules::unnamed_migrations(&twice), ["0103_index_seeds.sql"]);
    assert_eq!(
        rules::unnamed_migrations(&["README.md".to_owned(), twice[0].clone()]),
        NOTHING
    );
}

#[test]
fn the_top_of_the_house_is_its_table_of_contents() {
    assert_eq!(rules::strangers(&tree::names("")), NOTHING);
}

#[test]
fn a_stranger_at_the_top_is_noticed() {
    let mut names = tree::names("");
    names.push("utils".into());
    names.retain(|name| name != "README.md");
    names.push(".editorconfig".into());
    assert_eq!(
        rules::strangers(&names),
        ["utils does not belong here", "README.md is missing"]
    );
}

#[test]
fn every_citation_leads_to_what_it_cites() {
    let shelf = citations::shelf(tree::read);
    let files = tree::texts();
    let complaints: Vec<String> = files
        .iter()
        .flat_map(|(path, text)| citations::dead_ends(path, text, &shelf))
        .collect();
    assert_eq!(complaints, NOTHING);
    assert!(
        files.iter().any(|(path, _)| path == "api/tests/architecture.rs"),
        "this file was read too"
    );
}

#[test]
fn an_id_is_that_of_one_row() {
    let laws = tree::read("ledger/README.md").expect("the table of laws");
    assert_eq!(citations::ambiguous(&laws), NOTHING);
    let planted = planted("| I+-01 | a law |\n| F+-01 | a fault |\n| I+-01 | another law |");
    assert_eq!(citations::ambiguous(&planted), ["I-01"]);
}

/// A text that cites, written so that this file does not: `$` is the sign of a section, `+` is nothing.
fn planted(text: &str) -> String {
    text.replace('$', "\u{a7}").replace('+', "")
}

/// Citations of a planted text that lead nowhere, where two READMEs have something.
fn dead_ends(path: &str, text: &str) -> Vec<String> {
    let shelf = citations::shelf(|path| match path {
        "domain/README.md" => Some("## 2. Rules\n### 2.1 Casts\n## 8. Decisions\n### F5\nSwitches.".into()),
        "ledger/README.md" => Some("## 4. The store\n| id | law |\n|---|---|\n| I-02b | a floor |".into()),
        _ => None,
    });
    citations::dead_ends(path, &planted(text), &shelf)
}

#[test]
fn a_section_that_is_not_there_is_noticed() {
    for (text, complaint) in [
        ("/// Rules (domain $2.9).", "1: domain $2.9 leads nowhere"),
        ("// domain $2.1 (3) to (5), $2.9", "1: domain $2.9 leads nowhere"),
        ("// `domain $2` and `$2.9`", "1: domain $2.9 leads nowhere"),
        ("// ledger $4, domain $4", "1: domain $4 leads nowhere"),
        ("//! What is kept (domain\n//! $2.9).", "2: domain $2.9 leads nowhere"),
        ("/**\n * domain $2.1,\n * $2.9\n */", "3: domain $2.9 leads nowhere"),
        ("-- Tables (rails\n-- $4)", "2: rails $4 leads nowhere"),
        ("// domain $B3", "1: domain $ leads nowhere"),
        ("/// Rules ($2.1).", "1: $2.1 of which README?"),
        ("/// domain $2.1. More in $2.", "1: $2 of which README?"),
        ("/// domain $2.1\n///\n/// $2", "3: $2 of which README?"),
        ("/// The domain has $2", "1: $2 of which README?"),
        ("// domain+ F6", "1: domain+ F6 leads nowhere"),
        ("// (domain $2.1, E98)", "1: domain+ E98 leads nowhere"),
    ] {
        assert_eq!(
            dead_ends("a.rs", text),
            [planted(&format!("a.rs:{complaint}"))],
            "{text}"
        );
    }
    for text in [
        "/// domain $2.1 (8), $2 and $8; ledger $4: one append",
        "//! Streams (`ledger\n//! $4`, domain+ F5)",
        "/// RFC 6962 $2.1",
        "the domain of 2.9, band E98, F6",
    ] {
        assert_eq!(dead_ends("a.rs", text), NOTHING, "{text}");
    }
    let readme = "# Notes\n## 1. One\n#### 1.2.3 Deep\nSee $1, $1.2.3, `domain $2`. $7 is none.";
    assert_eq!(
        dead_ends("web/src/README.md", readme),
        [planted("web/src/README.md:4: $7 leads nowhere")]
    );
}

#[test]
fn a_law_that_is_not_there_is_noticed() {
    for id in ["I+-98", "F+-98", "T+-98", "I+-02", "T+-9", "F+-123"] {
        let complaint = format!("a.rs:1: {id} is no row of ledger/README.md");
        assert_eq!(dead_ends("a.rs", &format!("/// (law {id})")), [planted(&complaint)]);
    }
    let others = "I-02b, UTF-8, 2026-11-24T-98, 5f-F-98, T-shirt, T-9000, F-16b-2, I - 98";
    assert_eq!(dead_ends("a.rs", others), NOTHING);
}

#[test]
fn a_document_outside_is_noticed() {
    for (text, name) in [
        ("PRO+DUCT $2.5", "PRO+DUCT"),
        ("DES+IGN $B3", "DES+IGN"),
        ("RELIA+BILITY I-02b", "RELIA+BILITY"),
        ("RA+ILS section D2", "RA+ILS"),
        ("ST+YLE.md", "ST+YLE.md"),
        ("(SP+EC.txt)", "SP+EC.txt"),
        ("(EV+ENTS\n/// $4)", "EV+ENTS"),
    ] {
        let complaint = format!("a.rs:1: {name} is not in the repository");
        assert_eq!(
            dead_ends("a.rs", &format!("/// {text}")),
            [planted(&complaint)],
            "{text}"
        );
    }
    let others = "const EV+ENTS: usize = 2; SP+ECIAL.md, product.md, a DES+IGN";
    assert_eq!(dead_ends("a.rs", others), NOTHING);
}
