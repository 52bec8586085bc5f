//! What is for tests is in no program: the defects, crash points and defences that tests switch (`ledger/src/crash_point.rs`,
//! `domain/src/defence.rs`) and their cheap hashes are behind a feature, which no crate needs but for its own tests.

use super::tree;
use serde_json::{Value, json};

/// Where a program could be built with what is for tests: a need of it outside tests, and a feature that brings it.
fn switched(metadata: &Value) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let is_for_tests = |feature: &Value| feature.as_str().is_some_and(|name| name.ends_with("testing"));
    let mut found = Vec::new();
    for package in list(&metadata["packages"]) {
        let name = package["name"].as_str().unwrap_or_default();
        let needed = list(&package["dependencies"]);
        let needed = needed.iter().filter(|needed| needed["kind"] != "dev");
        let needed = needed.filter(|needed| list(&needed["features"]).iter().any(is_for_tests));
        found.extend(needed.map(|needed| format!("{name} needs {} as it is in tests", needed["name"])));
        let features = package["features"].as_object().into_iter().flatten();
        let features = features.filter(|(_, brings)| list(brings).iter().any(is_for_tests));
        found.extend(features.map(|(feature, _)| format!("{feature} of {name} brings what is for tests")));
    }
    found
}

#[test]
fn nothing_that_tests_switch_is_in_a_program() {
    let metadata = serde_json::from_str(&tree::metadata()).expect("JSON of cargo");
    assert_eq!(switched(&metadata), [""; 0]);
}

#[test]
fn a_program_with_what_is_for_tests_is_noticed() {
    let needs = |kind: Option<&str>| json!([{ "name": "domain", "kind": kind, "features": ["testing"] }]);
    let complaints = |package: Value| switched(&json!({ "packages": [package] }));
    assert_eq!(
        complaints(json!({ "name": "api", "dependencies": needs(Some("dev")) })),
        [""; 0]
    );
    assert_eq!(
        complaints(json!({ "name": "api", "dependencies": needs(None) })),
        ["api needs \"domain\" as it is in tests"]
    );
    assert_eq!(
        complaints(json!({ "name": "api", "features": { "default": ["domain/testing"] } })),
        ["default of api brings what is for tests"]
    );
}
