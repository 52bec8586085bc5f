//! `ledger reconcile` on the database of a running product, into which nothing was paid yet.

use super::{Data, assert_says};
use serde_json::{Value, json};

/// A statement of what never came is a break, a file that is no statement is refused.
pub fn is_matched_line_by_line(data: &Data) {
    let file = data.0.join("statement.csv");
    let path = file.to_string_lossy().into_owned();
    assert_says(&data.ledger(&["reconcile", &path]), 2, "cannot be read");
    std::fs::write(&file, "transaction,time,amount\nffff,2025-01-01,1.5\n").expect("written");
    assert_says(&data.ledger(&["reconcile", &path]), 1, "not_in_journal");
    let found = data.ledger(&["reconcile", &path, "--json"]);
    assert_says(&found, 1, "");
    let found: Value = serde_json::from_slice(&found.stdout).expect("one JSON object");
    assert_eq!(
        (&found["breaks"][0]["kind"], &found["breaks"][0]["amount"]),
        (&json!("not_in_journal"), &json!("1500000"))
    );
    std::fs::write(&file, "transaction,time,amount\nffff,2025-01-01,1e3\n").expect("written");
    assert_says(
        &data.ledger(&["reconcile", &path]),
        2,
        "line 1 of the statement: an amount is decimal",
    );
}
