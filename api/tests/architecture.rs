//! The rules of the house, kept by a test: who may need whom, what the pure rules may not touch,
//! where a call lives, how files are named, how long they grow and what they cite (api §2, §3).
//!
//! Each rule is a function over text and is shown to complain about a planted example.

mod architecture {
    pub mod rules;
    pub mod tree;
}

use architecture::{rules, tree};
use serde_json::json;

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
    let all = [
        ("domain", None),
        ("ledger", None),
        ("projections", None),
        ("axum", None),
    ];
    let complaints = |domain: &[(&str, Option<&str>)], projections: &[(&str, Option<&str>)]| {
        let packages = [
            package("domain", domain),
            package("ledger", &[("domain", None)]),
            package("projections", projections),
            package("proofs", &[]),
            package("ton", &[]),
            package("evm", &[]),
            package("api", &all),
        ];
        rules::wrong_directions(&rules::needs(&json!({ "packages": packages }).to_string()))
    };
    assert_eq!(
        complaints(&[("serde", None), ("tokio", Some("dev"))], &[("ledger", None)]),
        NOTHING
    );
    for needed in ["tokio", "sqlx", "axum", "cqrs-es", "rand"] {
        assert_eq!(complaints(&[(needed, None)], &[]), [format!("domain needs {needed}")]);
        assert_eq!(
            complaints(&[(needed, Some("build"))], &[]),
            [format!("domain needs {needed}")]
        );
    }
    assert_eq!(complaints(&[], &[("axum", None)]), ["projections needs axum"]);
    assert_eq!(
        complaints(&[], &all),
        [
            "projections needs axum",
            "the crate that needs all others is api alone, not [\"api\", \"projections\"]"
        ]
    );
    let without = rules::wrong_directions(&rules::needs(
        &json!({ "packages": [package("api", &all)] }).to_string(),
    ));
    assert_eq!(
        without,
        [
            "there is no crate domain",
            "there is no crate ledger",
            "there is no crate projections",
            "there is no crate proofs",
            "there is no crate ton",
            "there is no crate evm"
        ]
    );
}

#[test]
fn the_rules_have_no_clock_no_dice_and_no_outside() {
    for folder in ["domain/src", "proofs/src", "ton/src", "evm/src"] {
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
    for folder in ["domain/src", "ledger/src", "projections/src", "ton/src", "evm/src"] {
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
        files.iter().any(|(path, _)| path.ends_with("api/tests/house.rs")),
        "this file was read too"
    );
}

#[test]
fn a_file_of_501_lines_is_noticed() {
    assert_eq!(rules::too_long("a.rs", &"line\n".repeat(500)), None);
    assert_eq!(
        rules::too_long("a.rs", &"line\n".repeat(501)).as_deref(),
        Some("a.rs has 501 lines")
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
    let read = |noun: &str| tree::read(&format!("api/src/staff/routes/{noun}.rs"));
    let files = tree::names("api/src/staff/routes");
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
fn every_migration_has_a_number_and_a_sentence() {
    let names = tree::names("migrations");
    assert!(names.len() > 10);
    assert_eq!(rules::unnamed_migrations(&names), NOTHING);
}

#[test]
fn a_nameless_migration_is_noticed() {
    for name in [
        "0103_fix.sql",
        "103_dives_are_listed.sql",
        "0103-dives-are-listed.sql",
        "0103_Dives_are_listed.sql",
        "notes.txt",
        "0103.sql",
    ] {
        assert_eq!(rules::unnamed_migrations(&[name.to_owned()]), [name]);
    }
    let twice = [
        "0103_dives_are_listed.sql".to_owned(),
        "0103_seeds_are_open.sql".to_owned(),
    ];
    assert_eq!(rules::unnamed_migrations(&twice), ["0103_seeds_are_open.sql"]);
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
